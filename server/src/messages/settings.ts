import type { JsonMap, JsonValue } from '../json/tree.ts'
import { isEmpty, mapAt } from './json-fields.ts'
import type { Settings } from './message.ts'

/** The settings of a request by their GenAI names, wherever its provider puts them. */
export function settingsOfRequest(payload: JsonMap): Settings {
  const nested = NESTED.flatMap((key) => mapAt(payload, key) ?? [])
  return Object.assign({}, ...[...nested, payload].map(readSettings))
}

/** Those members that are settings. */
export function readSettings(map: JsonMap): Settings {
  const settings: Record<string, JsonValue> = {}
  for (const [key, value] of map) {
    const name = NAMES.get(key)
    if (name !== undefined && !isEmpty(value) && !isUnset(value)) settings[name] = value
  }
  return settings
}

/** Python writes a default that nobody set as `NOT_GIVEN` or `<openai.Omit object at 0x7f…>`. */
export function isUnset(value: JsonValue): boolean {
  if (typeof value !== 'string') return value === null
  if (value.length > UNSET_LENGTH_MAX) return false
  return /^(?:NOT_?GIVEN|NotGiven|OMIT|omit|UNSET)$/.test(value) || /^<[\w.]{1,100} object at 0x/.test(value)
}

const UNSET_LENGTH_MAX = 200

const NESTED = [
  'inferenceConfig',
  'generation_config',
  'generationConfig',
  'options',
  'invocation_params',
  'config',
  'kwargs',
]

/** A `ReadonlyMap`, so that a key such as `__proto__` finds nothing. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['model', 'model'],
  ['model_name', 'model'],
  ['modelId', 'model'],
  ['temperature', 'temperature'],
  ['top_p', 'top_p'],
  ['topP', 'top_p'],
  ['top_k', 'top_k'],
  ['topK', 'top_k'],
  ['max_tokens', 'max_tokens'],
  ['maxTokens', 'max_tokens'],
  ['maxOutputTokens', 'max_tokens'],
  ['max_completion_tokens', 'max_tokens'],
  ['max_output_tokens', 'max_tokens'],
  ['num_predict', 'max_tokens'],
  ['frequency_penalty', 'frequency_penalty'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['presence_penalty', 'presence_penalty'],
  ['presencePenalty', 'presence_penalty'],
  ['stop', 'stop_sequences'],
  ['stop_sequences', 'stop_sequences'],
  ['stopSequences', 'stop_sequences'],
  ['seed', 'seed'],
  ['n', 'choice.count'],
  ['candidate_count', 'choice.count'],
  ['choice.count', 'choice.count'],
  ['stream', 'stream'],
  ['tool_choice', 'tool_choice'],
  ['response_format', 'response_format'],
  ['reasoning_effort', 'reasoning_effort'],
  ['reasoning', 'reasoning'],
  ['thinking', 'thinking'],
])
