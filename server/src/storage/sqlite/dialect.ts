import { ServiceError } from '../../errors.ts'
import type { LiteralValue } from '../../query/expression.ts'
import type { CollectionField, PlainField } from '../../query/field.ts'
import { type Fragment, sql, trusted } from '../../query/fragment.ts'
import type { Dialect } from '../../query/sql.ts'
import { jsonPath, readJsonPath } from './json-reading.ts'

/** The table `feedback`. */
export const feedbackDialect = (projectId: string): Dialect => ownedDialect('feedback', projectId)

/** The table `agent_spans`. */
export function agentSpanDialect(projectId: string): Dialect {
  const table = ownedDialect('agent_spans', projectId)
  return {
    ...table,
    plain: (field) =>
      field.kind === 'computed' && field.name === 'latency_ms' ? SPAN_DURATION : table.plain(field),
  }
}

const SPAN_DURATION = trusted('(agent_spans.ended_at / 1000 - agent_spans.started_at / 1000)')

/** A table whose rows belong to a project, with lists and maps as JSON. */
function ownedDialect(table: string, projectId: string): Dialect {
  return tableDialect({
    column: (name) => (name === 'project_id' ? literal(projectId) : trusted(`${table}.${name}`)),
    elements: ({ name, shape }) => ({
      from: trusted(`json_each(${table}.${name}) r where true`),
      item: trusted(shape === 'map' ? 'r.key' : 'r.value'),
    }),
  })
}

/** A table, or its alias, of plain columns and JSON. */
export function recordDialect(table: string): Dialect {
  return tableDialect({
    column: (name) => trusted(`${table}.${name}`),
    elements: ({ name }) => refuse(name),
  })
}

/** The table `prices`. */
export const priceDialect = (): Dialect => recordDialect('prices')

/** The rows of tables: `table_rows` as `r`. */
export const tableRowDialect = (): Dialect => recordDialect('r')

/** How a table stores what all resources have. */
interface Table {
  column(name: string): Fragment
  /** The rows that hold the elements of a collection, and the element in each. */
  elements(field: CollectionField): { readonly from: Fragment; readonly item: Fragment }
}

/** What all tables have in common. */
export function tableDialect(table: Table): Dialect {
  return {
    literal,
    plain: (field) => readPlain(field, table),
    document: (field, as) =>
      field.kind === 'json' ? readJsonPath(table.column(field.column), field.path, as) : refuse(field.kind),
    count: (field) => sql`(select count(*) from ${table.elements(field).from})`,
    some(field, test) {
      if (field.kind === 'feedback') return refuse(field.kind)
      const { from, item } = table.elements(field)
      return sql`exists (select 1 from ${from} and ${item} <> '' and ${test(item)})`
    },
    parse: (text, to) => sql`${PARSERS[to]}(${text})`,
    print: (value, from) =>
      from === 'instant'
        ? sql`heddle_instant_text(cast(${value} as text))`
        : sql`heddle_number_text(nullif(quote(${value}), 'NULL'))`,
    length: (text) => sql`length(${text})`,
    lower: (text) => sql`heddle_lower(${text})`,
    contains: (text, part) => sql`(instr(${text}, ${part}) > 0)`,
  }
}

export const PARSERS: Record<'int' | 'double' | 'bool', Fragment> = {
  int: trusted('heddle_int'),
  double: trusted('heddle_double'),
  bool: trusted('heddle_bool'),
}

/**
 * Two quirks of the driver: it ends a text at its first NUL, so such a text travels as bytes; and it
 * binds numbers this close to zero as zero, so they travel as text.
 */
export function literal(value: LiteralValue): Fragment {
  if (value === null) return trusted('null')
  if (typeof value === 'string' && value.includes('\0')) return sql`cast(${Buffer.from(value)} as text)`
  const isTiny = typeof value === 'number' && value !== 0 && Math.abs(value) < Number.EPSILON
  return isTiny ? sql`heddle_double(${String(value)})` : sql`${value}`
}

function readPlain(field: PlainField, table: Table): Fragment {
  switch (field.kind) {
    case 'column':
      return table.column(field.name)
    case 'map':
      return sql`(${table.column(field.column)} ->> ${jsonPath([field.key])})`
    case 'computed':
      return refuse(field.name)
  }
}

function refuse(what: string): never {
  throw new ServiceError('unsupported', `this resource has no ${what}`)
}
