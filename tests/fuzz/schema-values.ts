import { dateFor, payloadFor, payloadObject, type Source, textFor } from './field-values.ts'
import { hostileQuery } from './query-expressions.ts'
import { RawJson } from './raw-json.ts'

/** The part of JSON Schema that the contract is written in. */
interface Schema {
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly format?: string
  readonly contentMediaType?: string
  readonly $ref?: string
}

const OPTIONAL_FIELD = 0.35
const WRONG_KIND = 0.01

/** A value that mostly matches the schema. `name` is the field, which hints at useful values. */
export function valueFor(schema: Schema, name: string, source: Source): unknown {
  const { random } = source
  if (random.chance(WRONG_KIND)) return payloadFor(source)
  if (schema.$ref !== undefined) return hostileQuery(random)
  if ('const' in schema) return schema.const
  if (schema.anyOf !== undefined) return alternative(schema.anyOf, name, source)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, name, source)
    case 'array':
      return Array.from({ length: random.below(4) }, () => valueFor(schema.items ?? {}, name, source))
    case 'string':
      return schema.format === 'date-time' ? dateFor(source) : textFor(name, source)
    case 'integer':
      return random.chance(0.1) ? new RawJson(random.pick(INTEGERS)) : random.below(60)
    case 'number':
      return random.chance(0.1) ? new RawJson(random.pick(INTEGERS)) : random.fraction() * 10
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return payloadFor(source)
  }
}

const INTEGERS = [
  '-1',
  '0',
  '1e3',
  '10.0',
  '"7"',
  '9007199254740993',
  '1e400',
  '99999999999999999999',
  '0.5',
  'NaN',
  '2147483648',
] as const

function alternative(schemas: readonly Schema[], name: string, source: Source): unknown {
  const { random } = source
  const others = schemas.filter(({ type }) => type !== 'null')
  if (others.length < schemas.length && random.chance(0.05)) return null
  return valueFor(others[random.below(others.length)] ?? {}, name, source)
}

function objectOf({ properties, required, patternProperties }: Schema, name: string, source: Source): object {
  const { random } = source
  if (properties !== undefined) {
    const present = Object.entries(properties).filter(
      ([field]) => required?.includes(field) || random.chance(OPTIONAL_FIELD),
    )
    return Object.fromEntries(present.map(([field, schema]) => [field, valueFor(schema, field, source)]))
  }
  const [member] = Object.values(patternProperties ?? {})
  if (member === undefined) return payloadObject(source)
  const entry = () => [textFor(name, source), valueFor(member, name, source)]
  return Object.fromEntries(Array.from({ length: 1 + random.below(3) }, entry))
}
