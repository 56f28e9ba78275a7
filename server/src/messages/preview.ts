import { JsonNumber } from '../json/number.ts'
import { JsonText } from '../json/text.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import type { Message, Part } from './message.ts'
import { plainText } from './plain-text.ts'

/** Characters of a preview, the ellipsis included. */
export const PREVIEW_MAX = 160

/** A preview of the input, as a line of plain text: the user's last text, or a tool's arguments. Empty if there is neither. */
export function previewInput(messages: readonly Message[]): string {
  const ofUser = messages.filter(({ role }) => role === 'user')
  const others = messages.filter(({ role }) => role !== 'user' && role !== 'system')
  return oneLine(
    lastText(ofUser) ??
      lastOther(ofUser) ??
      lastArguments(others) ??
      lastText(messages) ??
      lastOther(messages) ??
      '',
  )
}

/** A preview of the output, as a line of plain text: the last text, else the called tools, the first document or the reasoning. */
export function previewOutput(messages: readonly Message[]): string {
  const calls = partsOf(messages).filter(({ type }) => type === 'tool_call')
  const called = calls.length > 0 ? calls.map(partText).join(', ') : undefined
  return oneLine(
    lastText(messages) ??
      called ??
      firstDocument(messages) ??
      lastOther(messages) ??
      lastReasoning(messages) ??
      '',
  )
}

const partsOf = (messages: readonly Message[]): readonly Part[] => messages.flatMap(({ parts }) => parts)

function lastText(messages: readonly Message[]): string | undefined {
  const part = partsOf(messages).findLast((each) => each.type === 'text' && each.content.trim() !== '')
  return part && partText(part)
}

function lastArguments(messages: readonly Message[]): string | undefined {
  const part = partsOf(messages).findLast(({ type }) => type === 'tool_call')
  return part?.type === 'tool_call' && part.arguments !== undefined ? valueText(part.arguments) : undefined
}

function firstDocument(messages: readonly Message[]): string | undefined {
  const part = partsOf(messages).find(({ type }) => type === 'document')
  return part && partText(part)
}

function lastOther(messages: readonly Message[]): string | undefined {
  const part = partsOf(messages).findLast(({ type }) => type !== 'text' && type !== 'reasoning')
  return part && partText(part)
}

function lastReasoning(messages: readonly Message[]): string | undefined {
  const part = partsOf(messages).findLast(({ type }) => type === 'reasoning')
  return part && partText(part)
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'document':
      return readable(part.content)
    case 'tool_call':
      return `${part.name}(${part.arguments === undefined ? '' : valueText(part.arguments)})`
    case 'tool_call_response':
      return valueText(part.response)
    case 'server_tool_call':
      return `${part.name}(${valueText(part.server_tool_call)})`
    case 'server_tool_call_response':
      return valueText(part.server_tool_call_response)
    case 'blob':
    case 'uri':
    case 'file':
      return `[${part.modality}]`
    case 'data':
      return dataText(part.value)
  }
}

/** A value that is too complex to be parsed is shown as it begins. */
const dataText = (value: JsonValue | JsonText): string =>
  value instanceof JsonText ? value.text.slice(0, 2 * PREVIEW_MAX) : readable(valueText(value))

/** Characters of a text that a preview reads: the rest would not fit, even if half of these are Markdown. */
export const READABLE_MAX = 4 * PREVIEW_MAX

/** The beginning of a text that is likely to be Markdown, without its marks. */
export function readable(text: string): string {
  const start = text.trimStart()
  const beginning = start.slice(0, PREVIEW_MAX)
  const shown = start.slice(0, 2 * PREVIEW_MAX)
  // More than the beginning is shown where whitespace becomes shorter.
  const mayBeMarkdown = MAY_BE_MARKDOWN.test(RUN_OF_SPACES.test(beginning) ? shown : beginning)
  return mayBeMarkdown ? plainText(start.slice(0, READABLE_MAX)) : shown
}

const RUN_OF_SPACES = /\s\s/

/** A character of a mark, a line that may be one, or whitespace to remove. Checking takes a tenth of the time of the replacements. */
const MAY_BE_MARKDOWN = /^[-+=:]|[`*_~<[|#>]|\n[^\S\n]*[-+=:]|\s{3}/

/** Fields that usually have the main text of a value. */
const MAIN_FIELDS = [
  'question',
  'query',
  'query_str',
  'input',
  'prompt',
  'message',
  'answer',
  'output',
  'text',
  'result',
  'content',
  'arg0',
]

const DEPTH_MAX = 4

/** A value for people: its main text, or `key: value` pairs. Stops when the line is full. */
function valueText(value: JsonValue, depth = 0): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (value instanceof JsonNumber) return value.token
  if (typeof value === 'boolean') return String(value)
  if (depth > DEPTH_MAX) return '…'
  if (!Array.isArray(value)) return mapText(value, depth)
  return value.length === 0 ? '[]' : joined(value, (item) => valueText(item, depth + 1))
}

function mapText(map: JsonMap, depth: number): string {
  for (const field of MAIN_FIELDS) {
    const main = map.get(field)
    if (typeof main === 'string' && main !== '') return main
  }
  return joined(map, ([key, value]) => `${key}: ${valueText(value, depth + 1)}`)
}

/** As many items as a line can hold, however short they are. */
function joined<Item>(items: Iterable<Item>, textOf: (item: Item) => string): string {
  const texts: string[] = []
  let length = 0
  for (const item of items) {
    const text = textOf(item).slice(0, PREVIEW_MAX)
    texts.push(text)
    length += text.length + 2
    if (length > PREVIEW_MAX) break
  }
  return texts.join(', ')
}

/** Trimmed, with every run of whitespace as one space, and truncated. */
export function oneLine(text: string): string {
  const start = text
    .trimStart()
    .slice(0, 2 * PREVIEW_MAX)
    .trimEnd()
  const beginning = start.slice(0, PREVIEW_MAX)
  const line = COLLAPSIBLE.test(beginning) ? start.replace(ALL_COLLAPSIBLE, ' ') : start
  const shown = line.length <= PREVIEW_MAX ? line : `${line.slice(0, PREVIEW_MAX - 1)}…`
  return shown.toWellFormed()
}

/** Whitespace other than single spaces: replacing each of those would cost more than all the rest. */
const COLLAPSIBLE = /\s\s+|[^\S ]/
const ALL_COLLAPSIBLE = /\s\s+|[^\S ]/g
