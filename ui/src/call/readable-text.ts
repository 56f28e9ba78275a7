import { prettyJson } from '../json/pretty.ts'
import { type ChatMessage, responseMessages } from './chat.ts'
import { isObject } from './json.ts'

const CHARACTERS_MAX = 200_000

/** Fields that usually hold human-readable text. */
const READABLE_FIELDS = [
  'question',
  'query',
  'input',
  'prompt',
  'message',
  'answer',
  'output',
  'text',
  'result',
  'content',
]

/** The readable part of a payload: its main text field if it has one, else its JSON. */
export function readableText(json: string): string {
  if (json.length > CHARACTERS_MAX) return `${json.slice(0, 2000)}…`
  const value: unknown = JSON.parse(json)
  if (typeof value === 'string') return value
  return readableField(value) ?? prettyJson(json)
}

const ONE_LINE_CHARACTERS = 160

/** Arguments of a tool call, on one line if they fit. */
export const argumentsText = (json: string): string =>
  json.length <= ONE_LINE_CHARACTERS ? json : prettyJson(json, CHARACTERS_MAX)

/** Messages of a model response; unknown formats fall back to JSON. */
export function asMessages(output: string): readonly ChatMessage[] {
  if (output === 'null') return []
  const messages = output.length > CHARACTERS_MAX ? [] : responseMessages(JSON.parse(output))
  if (messages.length > 0) return messages
  return [{ role: 'assistant', text: readableText(output), toolUses: [], images: [] }]
}

function readableField(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const found = READABLE_FIELDS.map((key) => (Object.hasOwn(value, key) ? value[key] : undefined)).find(
    (each) => typeof each === 'string' && each !== '',
  )
  return typeof found === 'string' ? found : undefined
}
