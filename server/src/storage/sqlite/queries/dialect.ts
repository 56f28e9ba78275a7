import type { Dialect } from '../../../query/dialect.ts'
import { type Fragment, joined, loneParam, type SqlParam, sql, trusted } from '../../../query/fragment.ts'
import type { LiteralValue } from '../../../query/values.ts'

/** SQLite's SQL, with the functions that `functions.ts` defines. */
export const SQLITE: Dialect = {
  parameter: () => '?',
  quote: (text) => `'${text.replaceAll("'", "''")}'`,
  literal,
  // A parameter: with a constant false, SQLite finds no plan for `indexed by`.
  never: sql`${0}`,
  orFalse: (condition) => sql`coalesce(${condition}, 0)`,
  oneOf,
  // From the prefix to the prefix followed by the last code point.
  startsWith: (text, prefix) => sql`(${text} >= ${prefix} and ${text} < ${lastAfter(prefix)})`,
  contains: (text, part) => sql`(instr(${text}, ${part}) > 0)`,
  lower: (text) => sql`heddle_lower(${text})`,
  length: (text) => sql`length(${text})`,
  quotient: (dividend, divisor) => sql`(${dividend} / ${divisor})`,
  parse: (text, to) => sql`${PARSERS[to]}(${text})`,
  print: (value, from) =>
    from === 'instant'
      ? sql`heddle_instant_text(cast(${value} as text))`
      : sql`heddle_number_text(nullif(quote(${value}), 'NULL'))`,
  ordered: (value, direction) => sql`${value} ${trusted(direction)} nulls last`,
  isBehind: (row, position, direction) =>
    sql`(${joined(row, ', ')}) ${trusted(direction === 'asc' ? '>' : '<')} (${joined(position, ', ')})`,
  page: ({ limit, offset }) => sql`limit ${BigInt(limit ?? -1)} offset ${BigInt(offset ?? 0)}`,
  // `total` does not fail on integer overflow.
  sum: (value) => sql`total(${value})`,
  listOf: (value) => sql`json_group_array(${value})`,
}

const PARSERS: Record<'int' | 'double' | 'bool', Fragment> = {
  int: trusted('heddle_int'),
  double: trusted('heddle_double'),
  bool: trusted('heddle_bool'),
}

/**
 * Two quirks of the driver: it truncates text at the first NUL, so such a text is bound as bytes; and it
 * binds numbers this close to zero as zero, so they are bound as text.
 */
function literal(value: LiteralValue): Fragment {
  if (value === null) return trusted('null')
  if (typeof value === 'string' && value.includes('\0')) return sql`cast(${Buffer.from(value)} as text)`
  const isTiny = typeof value === 'number' && value !== 0 && Math.abs(value) < Number.EPSILON
  return isTiny ? sql`heddle_double(${String(value)})` : sql`${value}`
}

/**
 * With a single option an index can also provide the order. Several texts or integers are bound as one parameter, so that
 * lists of any length share a statement.
 */
function oneOf(value: Fragment, options: readonly Fragment[]): Fragment {
  const [first] = options
  if (first && options.length === 1) return sql`(${value} = ${first})`
  const list = listParam(options.map(loneParam))
  return list === undefined
    ? sql`(${value} in (${joined(options, ', ')}))`
    : sql`(${value} in (select value from json_each(${list})))`
}

function listParam(values: readonly (SqlParam | undefined)[]): string | undefined {
  if (values.every((value) => typeof value === 'string')) return JSON.stringify(values)
  return values.every((value) => typeof value === 'bigint') ? `[${values.join(',')}]` : undefined
}

function lastAfter(prefix: Fragment): Fragment {
  const text = loneParam(prefix)
  return typeof text === 'string' ? sql`${`${text}\u{10FFFF}`}` : sql`(${prefix} || char(1114111))`
}
