import type { SpanGroupQuery, SpanMeasure } from '../../domain/agents/span-groups.ts'
import { filterConditions } from '../../domain/calls/filter.ts'
import {
  type CallGroup,
  type CallStatsQuery,
  wantsLatencies,
  wantsSumsAlone,
} from '../../domain/calls/stats.ts'
import type { ThreadSearch } from '../../domain/calls/thread.ts'
import { LATEST } from '../../domain/objects/tags.ts'
import { TOKEN_COUNTERS } from '../../domain/prices/price.ts'
import {
  any,
  apply,
  column,
  compare,
  ITEM,
  instant,
  isOneOf,
  literal,
  not,
  some,
  UNKNOWN,
  unset,
} from '../../query/build.ts'
import type { CollectionField, Expression, Page, SortKey } from '../../query/expression.ts'
import type { NamedValue, Select } from '../../query/select.ts'
import type { AgentSpanSearch } from './agents.ts'
import type { CallSearch } from './calls.ts'
import type { ObjectSearch } from './objects.ts'
import type { TableSearch } from './tables.ts'

/** The searches of the port as selects, so that an engine only provides its SQL dialect and its plans. */

const STARTED_AT = column('started_at', 'instant')
const ID = column('id')

/** Columns `id` and `started_at`. Ids break ties, so that pages neither overlap nor leave gaps. */
export function callSelect(search: CallSearch): Select {
  const { filter, condition, sort, after } = search
  const direction = sort[0]?.direction ?? 'asc'
  return {
    columns: [named('id', ID), named('started_at', STARTED_AT)],
    where: [...filterConditions(filter), ...present(condition)],
    ...(after && {
      behind: { row: [STARTED_AT, ID], position: [instant(after.started_at), literal(after.id)], direction },
    }),
    sort,
    ties: callTies(sort),
    page: pageOf(search),
  }
}

function callTies(sort: readonly SortKey[]): NonNullable<Select['ties']> {
  const last = sort.at(-1)
  if (!last) return [ascending(STARTED_AT), ascending(ID)]
  const isColumn = ({ field }: SortKey, name: string) => field.kind === 'column' && field.name === name
  if (sort.some((key) => isColumn(key, 'id'))) return []
  return [{ value: ID, direction: isColumn(last, 'started_at') ? last.direction : 'desc' }]
}

/** Bytes of all matching calls, as `n`. */
export function callSizeSelect({ filter, condition }: CallSearch): Select {
  return {
    columns: [],
    measures: [{ as: 'n', make: 'sum', value: column('size_bytes', 'number') }],
    where: [...filterConditions(filter), ...present(condition)],
  }
}

/** The turns of the matching threads: `id`, `thread_id`, `started_at` and `ended_at`. */
export function turnSelect({ after, before, thread_ids }: ThreadSearch): Select {
  const thread = column('thread_id')
  return {
    columns: [
      named('id', ID),
      named('thread_id', thread),
      named('started_at', STARTED_AT),
      named('ended_at', column('ended_at', 'instant')),
    ],
    where: [
      apply('set', thread),
      compare('eq', column('turn_id'), ID),
      ...(after === undefined ? [] : [compare('gt', STARTED_AT, instant(after))]),
      ...(before === undefined ? [] : [compare('lt', STARTED_AT, instant(before))]),
      ...(thread_ids ? [isOneOf(thread, thread_ids)] : []),
    ],
  }
}

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

/** Columns `v0`, `v1`, … for the keys and then the measures of the spans that match, and `started_at`. */
export function spanSelect({ keys, measures, condition }: SpanGroupQuery): Select {
  const values = [...keys, ...measures.map(measured)]
  return {
    columns: [named('started_at', STARTED_AT), ...values.map((value, at) => named(`v${at}`, value))],
    where: present(condition),
  }
}

/** Custom attributes of the spans that match, from a row per span and attribute. */
export function seenAttributeSelect({ condition }: AgentSpanSearch): Select {
  return {
    columns: [named('key', column('attribute_key')), named('type', column('attribute_type'))],
    measures: [{ as: 'span_count', make: 'count' }],
    where: present(condition),
  }
}

/** The value of a span for a measure; null if it does not count. */
function measured({ value = literal(1n), condition }: SpanMeasure): Expression {
  return condition ? apply('case', condition, value, UNKNOWN) : value
}

/** Searches of records by condition, with ties left to the plan. */
export function recordSelect(
  search: Page & { readonly condition?: Expression; readonly sort: readonly SortKey[] },
  columns: readonly string[],
): Select {
  return {
    columns: columns.map((name) => named(name, column(name))),
    where: present(search.condition),
    sort: search.sort,
    page: pageOf(search),
  }
}

/** Conditions and order of live versions; the engine chooses the columns. */
export function objectSelect(search: ObjectSearch): Select {
  const among = (name: string, values: readonly string[] | undefined) =>
    values ? [isOneOf(column(name), values)] : []
  const isLatest = compare('eq', column('is_latest', 'number'), literal(1n))
  const { exclude_base_object_classes: excluded, tags, aliases } = search
  const baseClass = column('base_object_class')
  return {
    where: [
      unset(column('deleted_at', 'instant')),
      ...among('object_id', search.object_ids),
      ...among('digest', search.digests),
      ...among('kind', search.kind && [search.kind]),
      ...among('base_object_class', search.base_object_classes),
      ...(excluded ? [any([unset(baseClass), not(isOneOf(baseClass, excluded))])] : []),
      ...among('leaf_object_class', search.leaf_object_classes),
      ...(tags ? [some(listField('tags'), isOneOf(ITEM, tags))] : []),
      ...(aliases ? [aliasCondition(aliases, isLatest)] : []),
      ...(search.latest_only ? [isLatest] : []),
    ],
    ties: [
      ...search.sort.map(({ field, direction }) => ({ value: column(field), direction })),
      ascending(column('created_at', 'instant')),
      ascending(column('version_index', 'number')),
    ],
    page: pageOf(search),
  }
}

/** `latest` is not stored as an alias. */
function aliasCondition(aliases: readonly string[], isLatest: Expression): Expression {
  const stored = some(listField('aliases'), isOneOf(ITEM, aliases))
  return aliases.includes(LATEST) ? any([isLatest, stored]) : stored
}

/** Rows of a table by `digest`, `original_index` and their JSON in `val`. */
export function tableSelect(search: TableSearch, columns: readonly string[]): Select {
  const { row_digests, condition } = search
  return {
    columns: columns.map((name) => named(name, column(name))),
    where: [...(row_digests ? [isOneOf(column('digest'), row_digests)] : []), ...present(condition)],
    sort: search.sort.map(({ path, direction }) => ({
      field: { kind: 'json', column: 'val', path, nullSorts: 'as unset' },
      direction,
    })),
    ties: [ascending(column('original_index', 'number'))],
    page: pageOf(search),
  }
}

function named(as: string, value: Expression): NamedValue {
  return { as, value }
}

const present = (condition: Expression | undefined): Expression[] => (condition ? [condition] : [])

const ascending = (value: Expression) => ({ value, direction: 'asc' }) as const

const listField = (name: string): CollectionField => ({ kind: 'collection', name, shape: 'list' })

const pageOf = ({ limit, offset }: Page): Page => ({
  ...(limit !== undefined && { limit }),
  ...(offset !== undefined && { offset }),
})
