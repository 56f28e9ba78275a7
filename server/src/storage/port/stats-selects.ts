import { filterConditions } from '../../domain/calls/filter.ts'
import { type CallStatsQuery, isByOp, wantsLatencies, wantsSumsAlone } from '../../domain/calls/stats.ts'
import { TOKEN_COUNTERS } from '../../domain/prices/price.ts'
import { any, apply, column, compare, instant, isOneOf, literal, UNKNOWN, unset } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import type { NamedValue, Select } from '../../query/select.ts'
import { named, present } from './selects.ts'

/** The statistics of calls as selects. */

const STARTED_AT = column('started_at', 'instant')

/** Rows of `MeasuredCalls`, with latencies as the list `took`. By model, from calls with their usage. */
export function callStatsSelect(query: CallStatsQuery): Select {
  const ended = column('ended_at', 'instant')
  const took = {
    as: 'took',
    make: 'list',
    value: apply('minus', ended, STARTED_AT),
    where: apply('set', ended),
  } as const
  return {
    columns: [named('slot', slotOf(query)), named('failed', column('failed', 'number')), groupColumn(query)],
    measures: [
      { as: 'started_at', make: 'max', value: STARTED_AT },
      { as: 'count', make: 'count' },
      ...(wantsLatencies(query) ? [took] : []),
    ],
    where: [...statsConditions(query), ...(query.group_by === 'model' ? [reporterCondition(query)] : [])],
  }
}

/** Spans below a root that count, which statistics of roots by model measure as well. */
export function spanStatsSelect(query: CallStatsQuery): Select {
  const { trace_roots_only, ...filter } = query.filter
  const { where, ...select } = callStatsSelect({ ...query, filter })
  return { ...select, where: [...where, COUNTS, ...IS_BELOW] }
}

/** Rows of `MeasuredUsage`, from calls with their usage: a row per call and model. */
export function usageSelect(query: CallStatsQuery): Select {
  return usageWhere(query, reporterCondition(query), groupColumn(query))
}

/** Whether the usage of a call counts. */
export const reporterCondition = ({ filter }: CallStatsQuery): Expression =>
  filter.trace_roots_only ? COUNTS : NO_REPETITION

const STANDING = column('usage_standing')

/** Usage of only zeros has no standing. */
export const COUNTS = any([unset(STANDING), compare('eq', STANDING, literal('counted'))])

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
  const { group_by } = query
  const group = group_by && group_by !== 'model' ? named('group', column(ROOT_GROUP)) : groupColumn(query)
  const select = usageWhere({ ...query, filter }, COUNTS, group)
  return { ...select, where: [...select.where, ...IS_BELOW] }
}

/** `groupValue` of the root that `CallStatsQuery` speaks of, or of the call itself: a column that plans of usage have. */
export const ROOT_GROUP = 'root_group'

/** Whether a call is a span below a root. */
export const IS_BELOW = [
  compare('eq', column('is_span', 'number'), literal(1n)),
  apply('set', column('parent_id')),
]

function statsConditions(query: CallStatsQuery): Expression[] {
  return [...filterConditions(query.filter), ...present(query.condition), ...inRange(query)]
}

/** Whether a call starts in the range of the query. */
export const inRange = ({ start, end }: CallStatsQuery): Expression[] => [
  compare('gte', STARTED_AT, instant(start)),
  compare('lt', STARTED_AT, instant(end)),
]

/** What calls are grouped by, as an expression over them and, by model, over their usage. */
export function groupValue(query: CallStatsQuery): Expression {
  if (query.group_by === 'model') return column('model')
  return isByOp(query) ? column('op_name') : (query.group_by ?? UNKNOWN)
}

const groupColumn = (query: CallStatsQuery): NamedValue => named('group', groupValue(query))

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
