import { type Fragment, render, type SqlParam, type SqlWriter, trusted } from '../../query/fragment.ts'

/**
 * How values are written into ClickHouse's SQL. They are literals in the statement, not parameters beside it: parameters
 * are limited to 128 KiB each, and a list of them is a tuple of casts, which no index serves.
 */
export const LITERALS: SqlWriter = { parameter: literal, quote }

export function toSql(statement: Fragment | string): string {
  return typeof statement === 'string' ? statement : render(statement, LITERALS).sql
}

function literal(value: SqlParam): string {
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'bigint':
      // In parentheses, so that a minus never follows another one: `--` starts a comment.
      return value < 0n ? `(${value})` : String(value)
    case 'number':
      return double(value)
    default:
      return `unhex('${Buffer.from(value).toString('hex')}')`
  }
}

/** A double even if it is whole: `5` alone would be an integer. */
function double(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '(-inf)'
  const text = Object.is(value, -0) ? '-0' : String(value)
  const typed = /[.e]/.test(text) ? text : `${text}.0`
  return typed.startsWith('-') ? `(${typed})` : typed
}

/** Escapes backslashes and quotes. Lone surrogates and NUL become U+FFFD, as in stored texts. */
function quote(text: string): string {
  return `'${storable(text).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A text as it is stored: SQLite replaces the same characters, so a copy of one engine is equal to the other. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Texts to the right of `in`, as one value for the parser, however many there are. */
export const textList = (texts: Iterable<string>): Fragment =>
  trusted(`(${Array.from(new Set(texts), quote).join(',')})`)
