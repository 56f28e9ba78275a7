import type { JsonMap, JsonValue } from '../json/tree.ts'
import { kindOf } from '../semconv/kind.ts'
import type { SpanAttributes } from '../semconv/span-attributes.ts'

/**
 * Attributes of the call: what the conventions define, overridden by what the user set under `wandb.attributes`. `kind`
 * is the word that was sent; `weave.kind` is the same in one vocabulary, where the Weave SDKs put theirs.
 */
export function callAttributes(attributes: SpanAttributes): JsonMap {
  const members: readonly (readonly [name: string, value: JsonValue | undefined])[] = [
    ['model', attributes.value('response_model') ?? attributes.value('request_model')],
    ['provider', attributes.value('provider_name')],
    ['system', attributes.value('system')],
    ['kind', attributes.value('span_kind')],
    ['model_parameters', attributes.value('model_parameters')],
    ['operation_name', attributes.value('operation_name')],
    ['response_id', attributes.value('response_id')],
    ['finish_reasons', attributes.value('finish_reasons')],
    ['agent_name', attributes.value('agent_name')],
    ['agent_id', attributes.value('agent_id')],
  ]
  const known: JsonMap = new Map()
  for (const [name, value] of members) if (value !== undefined) known.set(name, value)
  const kind = kindOf(attributes)
  if (kind !== undefined) known.set('weave', new Map([['kind', kind]]))
  const own = attributes.value('call_attributes')
  return own instanceof Map ? new Map([...known, ...own]) : known
}
