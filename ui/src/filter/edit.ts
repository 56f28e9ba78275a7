import { parse } from './parse.ts'
import type { Operator, Span } from './tokenize.ts'

/** How a condition is written: the value is quoted, and what would end the field is escaped, where it needs to be. */
export function termText(field: string, value: string, operator: Operator = ''): string {
  return `${escapedField(field)}:${operator}${quotedValue(value)}`
}

/** A path as the API spells it, in the spelling of filters. */
export const escapedField = (path: string): string =>
  path
    .replace(/^feedback\.\[[^\]]*\]|\\\.|[^\p{L}\p{M}\p{N}_.@$+-]/gu, (found) =>
      found.length > 1 ? found : `\\${found}`,
    )
    .replace(/^[^\p{L}_\\]/u, '\\$&')

/** The filter with one more condition; a condition that is there already is not repeated. */
export function withTerm(filter: string, term: string): string {
  const isThere = parse(filter).some(({ text }) => text === term)
  return isThere || term === '' ? filter : `${filter} ${term}`.trim()
}

/** The filter with something else in the place of a part; nothing takes the part away. */
export function replacePart(filter: string, { start, end }: Span, replacement: string): string {
  const before = filter.slice(0, start).trim()
  const after = filter.slice(end).trim()
  return [before, replacement.trim(), after].filter((text) => text !== '').join(' ')
}

/** The filter without the conditions on a field, at its top level. */
export function withoutField(filter: string, field: string): string {
  return parse(filter)
    .filter(
      ({ meaning }) => !('node' in meaning && meaning.node.kind === 'term' && meaning.node.field === field),
    )
    .map(({ text }) => text)
    .join(' ')
}

/** The filter with its times of start in this window, in the place of any before. */
export function withWindow(filter: string, from: Date, to: Date): string {
  const terms = [`started:>=${from.toISOString()}`, `started:<${to.toISOString()}`]
  return [withoutField(filter, 'started'), ...terms].join(' ').trim()
}

/** Quotes hold spaces and parentheses together, and keep stars and comparisons from meaning anything. */
function quotedValue(value: string): string {
  const isPlain = value !== '' && !/[\s"()*\\]|^[<>=]/.test(value)
  return isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}
