import { prettyJson } from '../json/pretty.ts'
import { answeredMessages, type ChatMessage } from './chat.ts'
import { isObject } from './json.ts'

const CHARACTERS_MAX = 200_000

/** The fields that hold what a person wrote or is meant to read. */
const SPEAKING = [
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

/** A payload as a person would tell it: its one text where it has one, else its JSON. */
export function readableText(json: string): string {
  if (json.length > CHARACTERS_MAX) return `${json.slice(0, 2000)}…`
  const value: unknown = JSON.parse(json)
  if (typeof value === 'string') return value
  return spokenField(value) ?? prettyJson(json)
}

const ONE_LINE_CHARACTERS = 160

/** What a tool was called with: on one line where it fits. */
export const argumentsText = (json: string): string =>
  json.length <= ONE_LINE_CHARACTERS ? json : prettyJson(json.slice(0, CHARACTERS_MAX))

/** What a model said; JSON where it is in no shape that is known. */
export function asMessages(output: string): readonly ChatMessage[] {
  if (output === 'null') return []
  const messages = output.length > CHARACTERS_MAX ? [] : answeredMessages(JSON.parse(output))
  if (messages.length > 0) return messages
  return [{ role: 'assistant', text: readableText(output), toolUses: [], images: [] }]
}

function spokenField(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const found = SPEAKING.map((key) => (Object.hasOwn(value, key) ? value[key] : undefined)).find(
    (each) => typeof each === 'string' && each !== '',
  )
  return typeof found === 'string' ? found : undefined
}
