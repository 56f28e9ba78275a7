import type { JsonMap } from '../json/tree.ts'
import type { AttributeField } from './conventions/convention.ts'
import { find } from './conventions/find.ts'

const FIELDS: readonly AttributeField[] = [
  'model',
  'provider',
  'system',
  'kind',
  'model_parameters',
  'operation_name',
  'response_id',
  'finish_reasons',
  'agent_name',
  'agent_id',
]

/** What the conventions know of the span, and over it what the user set for the call. */
export function callAttributes(tree: JsonMap): JsonMap {
  const attributes: JsonMap = new Map()
  for (const field of FIELDS) {
    const found = find(field, tree)
    if (found) attributes.set(field, found.value)
  }
  const own = find('own_attributes', tree)?.value
  return own instanceof Map ? new Map([...attributes, ...own]) : attributes
}
