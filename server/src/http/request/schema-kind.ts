import type { TSchema } from 'typebox'

/** The JSON Schema keywords that request schemas use. */
interface Keywords extends Bounds {
  readonly type?: string
  readonly format?: string
  readonly const?: Literal
  readonly enum?: readonly Literal[]
  readonly anyOf?: readonly TSchema[]
  readonly allOf?: readonly TSchema[]
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, TSchema>>
  readonly additionalProperties?: boolean | TSchema
}

export interface Bounds {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export type Literal = string | number | boolean

interface Field {
  readonly schema: TSchema
  readonly required: boolean
}

export type Fields = ReadonlyMap<string, Field>

/** A schema as a tagged union, for everything that interprets request schemas. */
export type SchemaKind =
  | { readonly kind: 'payload' | 'payload-object' }
  | { readonly kind: 'string' | 'date-time' | 'integer' | 'number' | 'boolean'; readonly bounds: Bounds }
  | { readonly kind: 'literals'; readonly values: readonly Literal[] }
  | { readonly kind: 'array'; readonly items: TSchema; readonly bounds: Bounds }
  | { readonly kind: 'object'; readonly fields: Fields }
  | { readonly kind: 'record'; readonly values: TSchema }
  | { readonly kind: 'nullable'; readonly inner: TSchema }
  | { readonly kind: 'union'; readonly options: readonly TSchema[] }

export function schemaKind(anySchema: TSchema): SchemaKind {
  const schema = keywordsOf(anySchema)
  if (schema.anyOf) return unionKind(schema.anyOf)
  if (schema.allOf) return { kind: 'object', fields: fieldsOf(schema) }
  if (schema.enum) return { kind: 'literals', values: schema.enum }
  if (schema.const !== undefined) return { kind: 'literals', values: [schema.const] }
  switch (schema.type) {
    case undefined:
      return { kind: 'payload' }
    case 'string':
      return { kind: schema.format === 'date-time' ? 'date-time' : 'string', bounds: schema }
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: schema.type, bounds: schema }
    case 'array':
      return { kind: 'array', items: schema.items ?? {}, bounds: schema }
    case 'object':
      return objectKind(schema)
    default:
      throw new Error(`a request cannot be of type ${schema.type}`)
  }
}

function unionKind(all: readonly TSchema[]): SchemaKind {
  const options = all.filter((option) => keywordsOf(option).type !== 'null')
  const [only] = options
  const inner: TSchema = options.length === 1 && only ? only : { anyOf: options }
  if (options.length < all.length) return { kind: 'nullable', inner }
  const kinds = options.map(schemaKind)
  const values = kinds.flatMap((kind) => (kind.kind === 'literals' ? kind.values : []))
  const areLiterals = kinds.every((kind) => kind.kind === 'literals')
  return areLiterals ? { kind: 'literals', values } : { kind: 'union', options }
}

function objectKind(schema: Keywords): SchemaKind {
  if (schema.properties) return { kind: 'object', fields: fieldsOf(schema) }
  const values = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  return typeof values === 'object' ? { kind: 'record', values } : { kind: 'payload-object' }
}

function fieldsOf(schema: Keywords): Fields {
  const required = new Set(schema.required)
  const own = Object.entries(schema.properties ?? {}).map(([name, property]): [string, Field] => [
    name,
    { schema: property, required: required.has(name) },
  ])
  const inherited = (schema.allOf ?? []).flatMap((part) => [...fieldsOf(keywordsOf(part))])
  return new Map([...inherited, ...own])
}

/** TypeBox schemas are plain JSON Schema objects, but their static type does not declare the keywords. */
function keywordsOf(schema: TSchema): Keywords {
  return schema
}
