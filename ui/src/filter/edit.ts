import { fieldNamed } from '@heddle/contract/filter/fields'
import { type Part, parse } from '@heddle/contract/filter/parse'
import type { Operator, Span } from '@heddle/contract/filter/tokenize'

/** Writes a condition, quoting the value and escaping the field where needed. */
export function termText(field: string, value: string, operator: Operator = ''): string {
  return `${escapedField(field)}:${operator}${quotedValue(value)}`
}

/** Writes a condition that matches only the whole value. */
export function exactTerm(field: string, value: string): string {
  const kind = fieldNamed(field)?.kind
  // A plain condition on a text matches parts of it as well.
  return termText(field, value, kind === 'text' || kind === 'json' ? '=' : '')
}

/** Converts an API path to filter syntax. */
export const escapedField = (path: string): string =>
  path
    .replace(/^feedback\.\[[^\]]*\]|\\\.|[^\p{L}\p{M}\p{N}_.@$+-]/gu, (found) =>
      found.length > 1 ? found : `\\${found}`,
    )
    .replace(/^[^\p{L}_\\]/u, '\\$&')

/** Adds a condition to the filter, unless it is already there. */
export function withTerm(filter: string, term: string): string {
  const parts = parse(filter)
  if (term === '' || parts.some(({ text }) => text === term)) return filter
  const appended = joined([filter, term])
  const last = parts.at(-1)
  const takesIn = last && isUnfinished(last) && parse(appended).some(isUnfinished)
  return takesIn ? joined([filter.slice(0, last.start), term, last.text]) : appended
}

/** Replaces a part of the filter; an empty replacement removes it. */
export function replacePart(filter: string, { start, end }: Span, replacement: string): string {
  const before = filter.slice(0, start)
  const after = filter.slice(end)
  return parse(replacement).some(isUnfinished)
    ? joined([before, after, replacement])
    : joined([before, replacement, after])
}

/** Without its closing quote or parenthesis, a condition takes in what comes after it: it belongs at the end. */
const isUnfinished = ({ meaning }: Part): boolean => 'problem' in meaning

const joined = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ')

/** Removes the top-level conditions on a field. */
export function withoutField(filter: string, field: string): string {
  return parse(filter)
    .filter(
      ({ meaning }) => !('node' in meaning && meaning.node.kind === 'term' && meaning.node.field === field),
    )
    .map(({ text }) => text)
    .join(' ')
}

/** Quotes a value if it contains anything with a meaning in filters: spaces, parentheses, wildcards or comparisons. */
function quotedValue(value: string): string {
  const isPlain = value !== '' && !/[\s"()*\\]|^[<>=]/.test(value)
  return isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}
