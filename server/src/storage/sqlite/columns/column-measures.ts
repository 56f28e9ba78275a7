import type { MeasuredUsage } from '../../../domain/calls/priced-usage.ts'
import type { CallStatsQuery, MeasuredCalls } from '../../../domain/calls/stats.ts'
import { apply } from '../../../query/build.ts'
import type { Expression } from '../../../query/expression.ts'
import type { Plan, Select } from '../../../query/select.ts'
import type { CallSearch } from '../../port/calls.ts'
import { present } from '../../port/selects.ts'
import {
  COUNTS,
  IS_BELOW,
  inRange,
  reporterCondition,
  spanUsageSelect,
  usageSelect,
} from '../../port/stats-selects.ts'
import { withUsage } from '../calls/call-stats.ts'
import type { Database } from '../database/driver.ts'
import { measuredSegments } from './column-stats.ts'
import { usageOfSegments } from './column-usage.ts'
import { NotCounted } from './not-counted.ts'
import type { SealedMatches } from './sealed-matches.ts'

type MatchesOf = (project: number, search: CallSearch) => SealedMatches | undefined

/** Statistics that read columns for the calls that are sealed, and rows for those that are not. */
export function columnMeasures(db: Database, matchesOf: MatchesOf) {
  function measuredMatches(project: number, query: CallStatsQuery): SealedMatches | undefined {
    const { project_id, filter } = query
    const condition = apply('and', ...present(query.condition), ...inRange(query))
    return matchesOf(project, { project_id, filter, condition, sort: [] })
  }

  function usageAs(project: number, query: CallStatsQuery, select: Select, counts: Expression) {
    const matches = measuredMatches(project, query)
    const segments = matches?.segments() ?? []
    if (!matches || segments.length === 0) return undefined
    const asked = { ...select, where: [counts], adapt: (plan: Plan) => withUsage(plan) }
    return usageOfSegments(matches, segments, { query, asked, notCounted: new NotCounted(db, project) })
  }

  return {
    /** Undefined too where the query measures no calls, or groups by what columns do not have. */
    measure(project: number, query: CallStatsQuery): Iterable<MeasuredCalls> | undefined {
      if (query.calls.length === 0 || query.group_by === 'model') return undefined
      const matches = measuredMatches(project, query)
      const hasSegments = matches !== undefined && matches.segments().length > 0
      return hasSegments ? measuredSegments(matches, query) : undefined
    },

    /** The usage of the calls of a query; undefined too where it groups by what columns do not have. */
    usage(project: number, query: CallStatsQuery): Iterable<MeasuredUsage> | undefined {
      return usageAs(project, query, usageSelect(query), reporterCondition(query))
    },

    /** The same for spans below roots; undefined too where they belong to the group of their root. */
    spanUsage(project: number, query: CallStatsQuery): Iterable<MeasuredUsage> | undefined {
      if (query.group_by !== undefined && query.group_by !== 'model') return undefined
      const { trace_roots_only, ...filter } = query.filter
      const condition = apply('and', ...present(query.condition), ...IS_BELOW)
      return usageAs(project, { ...query, filter, condition }, spanUsageSelect(query), COUNTS)
    },
  }
}
