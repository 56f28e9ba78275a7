import type { SpanGroupQuery, SpanMeasure } from '../../domain/agents/span-groups.ts'
import { filterConditions } from '../../domain/calls/filter.ts'
import type { ThreadSearch } from '../../domain/calls/thread.ts'
import { LATEST } from '../../domain/objects/tags.ts'
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

/** A value with the name of its column. */
export function named(as: string, value: Expression): NamedValue {
  return { as, value }
}

/** The condition as a list, empty without one. */
export const present = (condition: Expression | undefined): Expression[] => (condition ? [condition] : [])

const ascending = (value: Expression) => ({ value, direction: 'asc' }) as const

const listField = (name: string): CollectionField => ({ kind: 'collection', name, shape: 'list' })

const pageOf = ({ limit, offset }: Page): Page => ({
  ...(limit !== undefined && { limit }),
  ...(offset !== undefined && { offset }),
})
