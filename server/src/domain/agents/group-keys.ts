import type { Expression } from '../../query/expression.ts'
import { formatDateTime } from '../../time.ts'
import { columnName } from './span-fields.ts'
import type { Scalar, SpanGroup } from './span-groups.ts'
import { spanValue, spanValueType } from './span-values.ts'

/** One value that spans are grouped by, and its name in the response. */
export interface GroupKey {
  readonly alias: string
  readonly value: Expression
}

type ReceivedKey = Parameters<typeof spanValue>[0] & { readonly alias?: string }

/** Without an alias, a field has the name of its column: `agent_name` for `agent.name`. */
export const newGroupKey = ({ alias, ...ref }: ReceivedKey): GroupKey => ({
  alias: alias ?? (isField(ref) ? columnName(ref.key) : ref.key),
  value: spanValue(ref),
})

const isField = ({ source = 'field' }: ReceivedKey): boolean => source === 'field' || source === 'column'

/** The keys of a group by alias, each with its own type. */
export function keysView(group: SpanGroup, keys: readonly GroupKey[]): Record<string, Scalar | boolean> {
  return Object.fromEntries(
    keys.map(({ alias, value }, at) => [alias, keyView(group.keys[at] ?? null, value)]),
  )
}

/** A missing custom attribute reads as the empty text. */
function keyView(key: Scalar, value: Expression): Scalar | boolean {
  if (key === null || key === '') return null
  switch (spanValueType(value)) {
    case 'boolean':
      return Boolean(key)
    case 'datetime':
      return formatDateTime(Number(key))
    case 'number':
    case 'string':
      return key
  }
}
