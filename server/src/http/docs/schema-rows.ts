/** The part of JSON Schema that the docs show. */
export interface ShownSchema {
  readonly type?: unknown
  readonly format?: unknown
  readonly const?: unknown
  readonly description?: unknown
  readonly contentMediaType?: unknown
  readonly $ref?: unknown
  readonly anyOf?: readonly ShownSchema[]
  readonly items?: ShownSchema
  readonly properties?: Readonly<Record<string, ShownSchema>>
  readonly required?: readonly string[]
}

/** A row in a table of fields. */
export interface SchemaRow {
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly required: boolean
  readonly description: string
}

const DEPTH_MAX = 3

/** The fields of an object, depth first. */
export function schemaRows(schema: ShownSchema, depth = 0): SchemaRow[] {
  const holder = objectIn(schema)
  if (!holder || depth >= DEPTH_MAX) return []
  return Object.entries(holder.properties ?? {}).flatMap(([name, field]) => {
    const required = holder.required?.includes(name) ?? false
    const description = typeof field.description === 'string' ? field.description : ''
    // Null equals absent, so it is not listed for optional fields.
    const type = typeLabel(required ? field : withoutNull(field))
    return [{ name, depth, type, required, description }, ...schemaRows(field, depth + 1)]
  })
}

/** A short type name: `string`, `array of integer or null`, `"asc" or "desc"`. */
export function typeLabel(schema: ShownSchema): string {
  if (schema.$ref !== undefined) return 'query'
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeLabel))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `array of ${typeLabel(schema.items)}`
  if (schema.contentMediaType !== undefined) return 'bytes'
  if (schema.format !== undefined) return String(schema.format)
  return schema.type === undefined ? 'any JSON' : String(schema.type)
}

/** The object schema itself, inside a nullable, or of array items. */
function objectIn(schema: ShownSchema): ShownSchema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  return schema.anyOf?.map(objectIn).find((found) => found !== undefined)
}

function withoutNull(schema: ShownSchema): ShownSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  return others ? { ...schema, anyOf: others } : schema
}
