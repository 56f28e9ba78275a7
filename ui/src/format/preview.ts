import { pluralize } from './number.ts'

const PREVIEW_CHARACTERS_MAX = 120

/**
 * A value on one line, truncated. Objects show their members without outer braces, prose first
 * and without its key, because there may be no room for more. Null becomes an empty string.
 */
export function formatPreview(value: unknown, charactersMax = PREVIEW_CHARACTERS_MAX): string {
  if (value === null) return ''
  const text = isRecord(value) ? recordText(value, charactersMax) : valueText(value, charactersMax)
  return clipped(text, charactersMax)
}

function recordText(record: Record<string, unknown>, room: number): string {
  const written = Object.keys(record).find((key) => isProse(record[key]))
  if (written === undefined) return membersText(record, room)
  const { [written]: prose, ...others } = record
  const text = valueText(prose, room)
  const more = membersText(others, room - text.length)
  return more === '' ? text : `${text}  ${more}`
}

/** Whether a value is text with several words, rather than a name, an id or a ref. */
const isProse = (value: unknown): boolean => typeof value === 'string' && /\S\s+\S/.test(value)

function membersText(record: Record<string, unknown>, room: number): string {
  let text = ''
  for (const [key, value] of Object.entries(record)) {
    if (text.length >= room) break
    text += `${text === '' ? '' : '  '}${key}: ${valueText(value, room - text.length)}`
  }
  return text
}

function valueText(value: unknown, room: number): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return oneLine(value, room)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return listText(value, room)
  return isRecord(value) ? `{${membersText(value, room)}}` : ''
}

function listText(items: readonly unknown[], room: number): string {
  // A list of messages or records says more by its length than by its first braces.
  if (items.some((item) => typeof item === 'object' && item !== null)) return pluralize(items.length, 'item')
  let text = ''
  for (const item of items) {
    if (text.length >= room) break
    text += `${text === '' ? '' : ', '}${valueText(item, room - text.length)}`
  }
  return `[${text}]`
}

function oneLine(text: string, room: number): string {
  const line = text
    .slice(0, room + 1)
    .replace(/\s+/g, ' ')
    .trim()
  // White space that was left out may be what made the text too long.
  return text.length > room && line.length <= room ? `${line}…` : line
}

const clipped = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
