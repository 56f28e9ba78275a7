import { textOf } from '../../json/children.ts'
import type { JsonDocument, ValueRow } from './rows.ts'

const SUMMARY_CHARACTERS = 160

/** How a path is written in filters and columns: `inputs.messages.0.role`. */
export const dottedPath = (base: string | undefined, path: readonly (string | number)[]): string =>
  [...(base === undefined ? [] : [base]), ...path.map(segment)].join('.')

/** A dot inside a key is not the end of it. */
const segment = (key: string | number): string => String(key).replaceAll('.', '\\.')

/** What is copied: a string's own text, anything else as its JSON. */
export function copiedText({ text }: JsonDocument, row: ValueRow): string {
  return row.kind === 'string' ? textOf(text, row) : text.slice(row.start, row.end)
}

/** A container on one line, as far as it fits. Its text is not read through. */
export function summaryText({ text }: JsonDocument, { start, end }: ValueRow): string {
  const isCut = end - start > SUMMARY_CHARACTERS
  return `${text.slice(start, isCut ? start + SUMMARY_CHARACTERS : end).replace(/\s+/g, ' ')}${isCut ? '…' : ''}`
}

const COUNTED_CHARACTERS_MAX = 100_000

/** `3 keys`, `12 items`; nothing for a container too long to be counted at a glance. */
export function countText(document: JsonDocument, { kind, start, end }: ValueRow): string | undefined {
  if (end - start > COUNTED_CHARACTERS_MAX) return undefined
  const count = document.childrenOf(start).count()
  const noun = kind === 'object' ? 'key' : 'item'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The beginning of a string, decoded; the rest is not looked at. */
export function headText({ text }: JsonDocument, { start, end }: ValueRow, characters: number): string {
  if (end - start <= characters) return textOf(text, { start, end })
  // An escape that the cut went through is left out.
  const head = text
    .slice(start, start + characters)
    .replace(/(?<!\\)((?:\\\\)*)\\(?:u[\dA-Fa-f]{0,3})?$/, '$1')
  return String(JSON.parse(`${head}"`))
}
