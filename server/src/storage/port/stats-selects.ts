import { filterConditions } from '../../domain/calls/filter.ts'
import {
  type CallGroup,
  type CallStatsQuery,
  wantsLatencies,
  wantsSumsAlone,
} from '../../domain/calls/stats.ts'
import { TOKEN_COUNTERS } from '../../domain/prices/price.ts'
import { any, apply, column, compare, instant, isOneOf, literal, UNKNOWN, unset } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import type { NamedValue, Select } from '../../query/select.ts'
import { named, present } from './selects.ts'

/** The statistics of calls as selects. */

const STARTED_AT = column('started_at', 'instant')

/** Rows of `MeasuredCalls`, with latencies as the list `took`. */
export function callStatsSelect(query: CallStatsQuery): Select {
  const ended = column('ended_at', 'instant')
  const took = {
    as: 'took',
    make: 'list',
    value: apply('minus', ended, STARTED_AT),
    where: apply('set', ended),
  } as const
  return {
    columns: [
      named('slot', slotOf(query)),
      named('failed', column('failed', 'number')),
      groupColumn(query, OWN_GROUPS),
    ],
    measures: [
      { as: 'started_at', make: 'max', value: STARTED_AT },
      { as: 'count', make: 'count' },
      ...(wantsLatencies(query) ? [took] : []),
    ],
    where: statsConditions(query),
  }
}

/** Rows of `MeasuredUsage`, from calls with their usage: a row per call and model. */
export function usageSelect(query: CallStatsQuery): Select {
  const { trace_roots_only = false } = query.filter
  return usageWhere(query, trace_roots_only ? COUNTS : NO_REPETITION, groupColumn(query, OWN_GROUPS))
}

const STANDING = column('usage_standing')

/** Usage of only zeros has no standing. */
const COUNTS = any([unset(STANDING), compare('eq', STANDING, literal('counted'))])

/** For individual calls, a call of the SDKs counts with all its descendants. */
const NO_REPETITION = any([unset(STANDING), isOneOf(STANDING, ['counted', 'in_parent'])])

function usageWhere(query: CallStatsQuery, standing: Expression, group: NamedValue): Select {
  const { price_dates } = query
  const keys = [named('model', column('model')), group, ...(price_dates ? PRICE_KEYS : [])]
  const numbers = price_dates ? [...TOKEN_COUNTERS, 'reported_cost'] : TOKEN_COUNTERS
  const values = numbers.map((name) => named(name, column(name, 'number')))
  const where = [...statsConditions(query), standing]
  if (!wantsSumsAlone(query)) {
    const each = [named('started_at', STARTED_AT), named('count', literal(1n))]
    return { columns: [...each, ...keys, ...values], where }
  }
  return {
    columns: [
      named('slot', slotOf(query)),
      ...keys,
      ...(price_dates?.length ? [priceSlot(price_dates)] : []),
    ],
    measures: [
      { as: 'started_at', make: 'min', value: STARTED_AT },
      { as: 'count', make: 'count' },
      ...values.map(({ as, value }) => ({ as, make: 'sum', value }) as const),
    ],
    where,
  }
}

const PRICE_KEYS: readonly NamedValue[] = [
  named('request_model', column('request_model')),
  named('is_preferred', apply('set', column('preferred_cost', 'number'))),
]

/** Which price dates a call started after. */
function priceSlot(dates: readonly number[]): NamedValue {
  const branches = dates.flatMap((date, at) => [
    compare('lt', STARTED_AT, instant(date)),
    literal(BigInt(at)),
  ])
  return named('price_slot', apply('case', ...branches, literal(BigInt(dates.length))))
}

/** Spans below a root, whose usage no client has added to the root's. They belong to the group of the root. */
export function spanUsageSelect(query: CallStatsQuery): Select {
  const { trace_roots_only, ...filter } = query.filter
  const select = usageWhere({ ...query, filter }, COUNTS, groupColumn(query, ROOT_GROUPS))
  const isBelow = [compare('eq', column('is_span', 'number'), literal(1n)), apply('set', column('parent_id'))]
  return { ...select, where: [...select.where, ...isBelow] }
}

function statsConditions({ filter, condition, start, end }: CallStatsQuery): Expression[] {
  const inRange = [compare('gte', STARTED_AT, instant(start)), compare('lt', STARTED_AT, instant(end))]
  return [...filterConditions(filter), ...present(condition), ...inRange]
}

type Groups = Record<CallGroup, Expression>

const OWN_GROUPS: Groups = {
  trace_name: column('op_name'),
  wb_user_id: column('wb_user_id'),
  end_user: column('end_user'),
}

/** Those of the root that `CallStatsQuery` speaks of. */
const ROOT_GROUPS: Groups = {
  trace_name: column('root_op_name'),
  wb_user_id: column('root_wb_user_id'),
  end_user: column('root_end_user'),
}

const groupColumn = ({ group_by }: CallStatsQuery, groups: Groups): NamedValue =>
  named('group', group_by ? groups[group_by] : UNKNOWN)

/**
 * Buckets may differ in width because of daylight saving time: each consists of whole slots of equal width,
 * counted from the first edge. A single bucket is a single slot.
 */
function slotOf({ edges, start }: CallStatsQuery): Expression {
  const first = edges[0] ?? start
  const width = edges.reduce((common, edge) => greatestCommonDivisor(common, edge - first), 0)
  const offset = apply('minus', STARTED_AT, instant(first))
  return apply('quotient', offset, literal(BigInt(width || Number.MAX_SAFE_INTEGER)))
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
