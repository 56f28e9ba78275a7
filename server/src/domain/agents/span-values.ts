import type {
  SpanAggregationName,
  SpanGroupRef,
  SpanMeasureSpec,
  SpanValueRef,
  SpanValueType,
} from '@heddle/contract/agent-fields'
import { ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import { all } from '../../query/build.ts'
import { type Expression, type Field, isDocument, typeOf } from '../../query/expression.ts'
import { spanQuery } from './span-condition.ts'
import { agentSpanCatalogue, customAttributeField, DURATION_MS } from './span-fields.ts'
import type { SpanAggregation, SpanMeasure } from './span-groups.ts'

type Received<Ref extends { readonly source?: string | null }> = {
  readonly source?: NonNullable<Ref['source']>
  readonly key: string
}

type ValueRef = Received<SpanValueRef> | Received<SpanGroupRef>

interface ReceivedMeasure extends Pick<SpanMeasureSpec, 'alias' | 'aggregation'> {
  readonly value?: Received<SpanValueRef>
  readonly value_type?: SpanValueType
  readonly filter?: JsonText
}

/** The type of the values in each map of custom attributes. */
const MAP_TYPES: ReadonlyMap<string, SpanValueType> = new Map([
  ['custom_attrs_string', 'string'],
  ['custom_attrs_int', 'number'],
  ['custom_attrs_float', 'number'],
  ['custom_attrs_bool', 'boolean'],
])

/** The value that a request refers to, read as its own type or, if it may have any, as `usual`. */
export function spanValue(ref: ValueRef, usual: SpanValueType = 'string'): Expression {
  const field = fieldOf(ref)
  if (field.kind === 'collection') {
    throw new ServiceError('invalid_request', `${ref.key} is a list, which cannot be used as a value`)
  }
  const input: Expression = { kind: 'field', field }
  if (!isDocument(field)) return input
  switch (MAP_TYPES.get(ref.source ?? '') ?? usual) {
    case 'number':
      return { kind: 'convert', input, to: 'double' }
    case 'boolean':
      return { kind: 'convert', input, to: 'bool' }
    case 'string':
    case 'datetime':
      return input
  }
}

/** The type of an expression from `spanValue`. */
export function spanValueType(value: Expression): SpanValueType {
  if (value.kind === 'convert' && value.to === 'bool') return 'boolean'
  const types = { text: 'string', number: 'number', instant: 'datetime' } as const
  return types[typeOf(value)]
}

export function newMeasure({ alias, aggregation, ...spec }: ReceivedMeasure): SpanMeasure {
  if (spec.value === undefined && aggregation !== 'count') {
    throw new ServiceError('invalid_request', `${alias}: ${aggregation} needs a value`)
  }
  const condition = spec.filter && spanQuery(spec.filter)
  if (spec.value === undefined) return { make: 'count', ...(condition && { condition }) }
  return measureOf(alias, aggregation, spanValue(spec.value, spec.value_type), condition)
}

/** Throws for arithmetic on texts. */
export function measureOf(
  alias: string,
  make: SpanAggregation,
  value: Expression,
  condition?: Expression,
): SpanMeasure {
  const isCounted = make === 'count' || make === 'count_distinct'
  if (!isCounted && spanValueType(value) === 'string') {
    throw new ServiceError('invalid_request', `${alias}: texts can only be counted`)
  }
  const conditions = [...presence(value), ...(condition ? [condition] : [])]
  return { make, value, ...(conditions.length > 0 && { condition: all(conditions) }) }
}

/** Default aggregations of a metric. */
export const usualAggregations = (type: SpanValueType): readonly SpanAggregationName[] =>
  type === 'number' ? ['sum'] : ['count']

/** A missing document reads as the empty text, which must not count. */
function presence(value: Expression): Expression[] {
  const isText = value.kind === 'field' && isDocument(value.field)
  return isText ? [{ kind: 'convert', input: value, to: 'exists' }] : []
}

function fieldOf({ source = 'field', key }: ValueRef): Field {
  if (MAP_TYPES.has(source)) return customAttributeField(key)
  if (source !== 'derived') return agentSpanCatalogue.resolve(key)
  if (key !== 'duration_ms') throw new ServiceError('invalid_request', `Unknown derived value ${key}`)
  return DURATION_MS
}
