import { textOf } from '../../json/children.ts'
import type { Hit, JsonDocument, ValueRow } from './rows.ts'

const SUMMARY_CHARACTERS = 160

/** Text for the clipboard: decoded strings, JSON for anything else. */
export function copiedText({ text }: JsonDocument, row: ValueRow): string {
  return row.kind === 'string' ? textOf(text, row) : text.slice(row.start, row.end)
}

/** Start of a container on one line; does not scan the rest. */
export function summaryText({ text }: JsonDocument, { start, end }: ValueRow): string {
  const isCut = end - start > SUMMARY_CHARACTERS
  return `${text.slice(start, isCut ? start + SUMMARY_CHARACTERS : end).replace(/\s+/g, ' ')}${isCut ? '…' : ''}`
}

const COUNTED_CHARACTERS_MAX = 100_000

/** `3 keys`, `12 items`; undefined for containers too long to count quickly. */
export function countText(document: JsonDocument, { kind, start, end }: ValueRow): string | undefined {
  if (end - start > COUNTED_CHARACTERS_MAX) return undefined
  const count = document.childrenOf(start).count()
  const noun = kind === 'object' ? 'key' : 'item'
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Decodes the start of a string; does not scan the rest. */
export function headText({ text }: JsonDocument, { start, end }: ValueRow, characters: number): string {
  if (end - start <= characters) return textOf(text, { start, end })
  // Drops an escape sequence that was cut in half.
  const head = text
    .slice(start, start + characters)
    .replace(/(?<!\\)((?:\\\\)*)\\(?:u[\dA-Fa-f]{0,3})?$/, '$1')
  return String(JSON.parse(`${head}"`))
}

/** Where a match is in the decoded string of a row; undefined if it is in the key. */
export function markIn(
  document: JsonDocument,
  row: ValueRow,
  { offset, length }: Hit,
): { from: number; to: number } | undefined {
  if (offset <= row.start) return undefined
  const from = headText(document, row, offset - row.start).length
  return { from, to: from + length }
}
