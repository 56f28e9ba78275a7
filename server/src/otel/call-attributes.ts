import type { LazyMap } from '../json/lazy.ts'
import type { JsonMap, JsonValue } from '../json/tree.ts'
import type { Meaning } from '../semconv/attributes.ts'
import { kindOf, requestModelOf } from '../semconv/kind.ts'
import { type SpanAttributes, textOf, unquoted } from '../semconv/span-attributes.ts'

/**
 * Attributes of the call that the conventions define. `kind` is the word that was sent; `weave.kind` is the same in one vocabulary, where the Weave SDKs put theirs.
 */
export function callAttributes(attributes: SpanAttributes): LazyMap {
  const known: LazyMap = new Map()
  const model = attributes.sent('response_model') ?? requestModelOf(attributes)
  if (model !== undefined) known.set('model', model)
  for (const [name, meaning] of MEMBERS) {
    const value = attributes.sent(meaning)
    if (value !== undefined) known.set(name, value)
  }
  const kind = kindOf(attributes)
  if (kind !== undefined) known.set('weave', new Map([['kind', kind]]))
  return known
}

/** Those after the model. */
const MEMBERS: readonly (readonly [name: string, meaning: Meaning])[] = [
  ['provider', 'provider_name'],
  ['system', 'system'],
  ['kind', 'span_kind'],
  ['model_parameters', 'model_parameters'],
  ['operation_name', 'operation_name'],
  ['response_id', 'response_id'],
  ['finish_reasons', 'finish_reasons'],
  ['agent_name', 'agent_name'],
  ['agent_id', 'agent_id'],
]

/**
 * How much of what was taken from a span stands under names that any program may use: these alone do not mean that the span
 * follows a convention, whose other attributes would stay out of the call's.
 */
export const commonCount = (attributes: SpanAttributes): number =>
  COMMON_NAMES.filter(([meaning, name]) => attributes.first(meaning)?.key === name).length

const COMMON_NAMES: readonly (readonly [meaning: Meaning, name: string])[] = [
  ['agent_name', 'agent.name'],
  ['inputs', 'request_data'],
  ['output', 'response_data'],
]

/** Attributes under names that clients choose: the end user, tags and metadata, then what `wandb.attributes` sets. */
export function customAttributesOf(attributes: SpanAttributes, endUser: string): JsonMap {
  const custom: JsonMap = new Map()
  if (endUser !== '') custom.set('user_id', endUser)
  const tags = tagsOf(attributes)
  if (tags.length > 0) custom.set('tags', tags)
  const metadata = metadataOf(attributes)
  if (metadata.size > 0) custom.set('metadata', metadata)
  const own = attributes.value('call_attributes')
  return own instanceof Map ? new Map([...custom, ...own]) : custom
}

/** Distinct tags of all conventions. LangSmith writes them as one text with commas. */
function tagsOf(attributes: SpanAttributes): string[] {
  const tags = attributes.all('tags').flatMap(({ key, value }) => {
    if (Array.isArray(value)) return value.map(textOf)
    return key === 'langsmith.span.tags' ? textOf(value).split(',') : [textOf(value)]
  })
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]
}

/** The metadata of all conventions in one object; for duplicate keys, the convention with precedence wins. */
function metadataOf(attributes: SpanAttributes): JsonMap {
  const members = [...attributes.all('metadata')].reverse().flatMap(({ key, value }) => {
    if (!(value instanceof Map)) return []
    return key.startsWith('langfuse.') ? [...value].map(langfuseMember) : [...value]
  })
  return new Map(members)
}

/** Langfuse writes each value of its metadata as JSON, so text has quotes. */
const langfuseMember = ([name, value]: [string, JsonValue]): [string, JsonValue] => [name, unquoted(value)]
