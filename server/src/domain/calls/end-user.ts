import { stringAt, valueAt } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import type { CallStart } from './call.ts'

/**
 * The person that the traced program served, as the program names them; null if it does not. Never the owner of the API key,
 * who is `wb_user_id`. `attributes.user_id` counts first: Weave programs set it, and calls made from spans have it from
 * whichever attribute named the user. Else it is the user that a request to a model names: `user` (OpenAI) or `metadata.user_id` (Anthropic).
 */
export function endUserOf({ attributes, inputs }: Pick<CallStart, 'attributes' | 'inputs'>): string | null {
  return identifierAt(attributes, ['user_id']) ?? requestUser(inputs)
}

function requestUser(inputs: JsonText): string | null {
  return userOfRequest(inputs, []) ?? userOfRequest(inputs, POSITIONAL)
}

/** The Node SDK records a request that it did not unpack as its first argument. */
const POSITIONAL = ['arg0']

function userOfRequest(inputs: JsonText, at: readonly string[]): string | null {
  // Any function may have an argument named user; one that names a model too is a request.
  if (stringAt(inputs, [...at, 'model']) === undefined) return null
  return identifierAt(inputs, [...at, 'user']) ?? identifierAt(inputs, [...at, 'metadata', 'user_id'])
}

function identifierAt(payload: JsonText, path: readonly string[]): string | null {
  const value = valueAt(payload, path)
  if (value?.kind === 'number') return value.text
  const text = value?.kind === 'string' ? stringAt(value, []) : undefined
  return text === undefined || text === '' || isUnset(text) ? null : text.toWellFormed()
}

/** The Python SDK records arguments that were not given as the text of their placeholder. */
const isUnset = (text: string): boolean =>
  text === 'NOT_GIVEN' || (text.startsWith('<') && text.endsWith('>'))
