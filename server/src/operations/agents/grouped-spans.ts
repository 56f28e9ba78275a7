import type { queryAgentSpans } from '@heddle/contract/agent-spans'
import type { Static } from 'typebox'
import { keysView, newGroupKey } from '../../domain/agents/group-keys.ts'
import { groupSort } from '../../domain/agents/group-sort.ts'
import { measureView } from '../../domain/agents/measure-view.ts'
import { spanCondition } from '../../domain/agents/span-condition.ts'
import type { SpanGroupQuery } from '../../domain/agents/span-groups.ts'
import { newMeasure } from '../../domain/agents/span-values.ts'
import { TOTAL_MEASURES, TOTAL_NAMES, totalsOf } from '../../domain/agents/totals.ts'
import { newPage } from '../../domain/page.ts'
import { ServiceError } from '../../errors.ts'
import { readDateTime } from '../../time.ts'
import type { Context, Received } from '../operation.ts'
import { notServed } from './not-served.ts'

export type SpansRequest = Received<Static<typeof queryAgentSpans.request>>

type GroupBy = NonNullable<SpansRequest['group_by']>
type GroupFilter = NonNullable<SpansRequest['group_filters']>[number]

/** The groups of spans that a request asks for, and how many there are. */
export async function groupedSpans(request: SpansRequest, groupBy: GroupBy, { storage }: Context) {
  const { group_filters = [] } = request
  const keys = groupBy.map(newGroupKey)
  const own = (request.measures ?? []).map((spec) => ({ alias: spec.alias, measure: newMeasure(spec) }))
  const names = [...TOTAL_NAMES, ...own.map(({ alias }) => alias)]
  const { groups, total } = await storage.agentSpans.group({
    project_id: request.project_id,
    condition: spanCondition(request),
    keys: keys.map(({ value }) => value),
    edges: [],
    measures: [
      ...TOTAL_MEASURES,
      ...own.map(({ measure }) => measure),
      ...group_filters.map(({ measure }) => newMeasure(measure)),
    ],
    ranges: group_filters.map((filter, at) => rangeOf(filter, names.length + at)),
    sort: groupSort(
      request.sort_by,
      keys.map(({ alias }) => alias),
      names,
    ),
    ...newPage(request),
  })
  return {
    groups: groups.map((group) => ({
      ...NOT_WORKED_OUT,
      ...totalsOf(group),
      group_keys: keysView(group, keys),
      metrics: Object.fromEntries(
        own.map(({ alias, measure }, at) => [
          alias,
          measureView(group.measures[TOTAL_NAMES.length + at], measure),
        ]),
      ),
    })),
    total_count: total,
  }
}

const NOT_WORKED_OUT = {
  distributions: {},
  total_cost_usd: null,
  total_input_cost_usd: null,
  total_output_cost_usd: null,
}

function rangeOf(filter: GroupFilter, measure: number): SpanGroupQuery['ranges'][number] {
  if (filter.group_by !== undefined && filter.group_by.length > 0) throw notServed('group_filters.group_by')
  const [min, max] = [boundOf(filter.min), boundOf(filter.max)]
  if (min === undefined && max === undefined) {
    throw new ServiceError('invalid_request', 'group_filters: a filter needs min or max')
  }
  return { measure, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

const boundOf = (bound: string | number | undefined): number | undefined =>
  typeof bound === 'string' ? readDateTime(bound, ['body', 'group_filters']) : bound
