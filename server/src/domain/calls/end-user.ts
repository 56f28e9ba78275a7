import { pickMembers } from '../../json/members.ts'
import { stringAt } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import { ID_CHARACTERS_MAX } from '../text-length.ts'
import type { CallStart } from './call.ts'

/**
 * The user of the traced program, as the program names them; null if it names none. Never the owner of the API key, who is
 * `wb_user_id`. `attributes.user_id` takes precedence: Weave programs set it, and calls made from spans have it from whichever
 * attribute named the user. Otherwise the user in a request to a model: `user` (OpenAI) or `metadata.user_id` (Anthropic).
 */
export function endUserOf({ attributes, inputs }: Pick<CallStart, 'attributes' | 'inputs'>): string | null {
  return identifierOf(pickMembers(attributes, USER_ID).get('user_id')) ?? userOfInputs(inputs)
}

const USER_ID: ReadonlySet<string> = new Set(['user_id'])
const REQUEST: ReadonlySet<string> = new Set(['model', 'user', 'metadata'])
/** The Node SDK records a request that it did not unpack as its first argument. */
const INPUTS: ReadonlySet<string> = new Set([...REQUEST, 'arg0'])

function userOfInputs(inputs: JsonText): string | null {
  const members = pickMembers(inputs, INPUTS)
  const argument = members.get('arg0')
  return userOfRequest(members) ?? (argument ? userOfRequest(pickMembers(argument, REQUEST)) : null)
}

/** Any function may have an argument `user`; only with a `model` beside it is it a request to a model. */
function userOfRequest(request: ReadonlyMap<string, JsonText>): string | null {
  if (request.get('model')?.kind !== 'string') return null
  const metadata = request.get('metadata')
  const inMetadata = metadata && pickMembers(metadata, USER_ID).get('user_id')
  return identifierOf(request.get('user')) ?? identifierOf(inMetadata)
}

function identifierOf(value: JsonText | undefined): string | null {
  if (value?.kind === 'number') return value.text
  const text = value?.kind === 'string' ? stringAt(value, []) : undefined
  return text === undefined || text === '' || text.length > ID_CHARACTERS_MAX || isUnset(text)
    ? null
    : text.toWellFormed()
}

/** The Python SDK records omitted arguments as the text of their placeholder. */
const isUnset = (text: string): boolean =>
  text === 'NOT_GIVEN' || (text.startsWith('<') && text.endsWith('>'))
