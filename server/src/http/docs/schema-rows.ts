/** As much of a JSON schema as the docs show. */
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

/** A line of a table of fields. */
export interface SchemaRow {
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly required: boolean
  readonly description: string
}

const DEPTH_MAX = 3

/** The fields of an object, each followed by those inside it. */
export function schemaRows(schema: ShownSchema, depth = 0): SchemaRow[] {
  const holder = objectIn(schema)
  if (!holder || depth >= DEPTH_MAX) return []
  return Object.entries(holder.properties ?? {}).flatMap(([name, field]) => {
    const required = holder.required?.includes(name) ?? false
    const description = typeof field.description === 'string' ? field.description : ''
    // That a field may be null goes without saying where it may be left out.
    const type = typeLabel(required ? field : withoutNull(field))
    return [{ name, depth, type, required, description }, ...schemaRows(field, depth + 1)]
  })
}

/** A type in a few words: `string`, `array of integer or null`, `"asc" or "desc"`. */
export function typeLabel(schema: ShownSchema): string {
  if (schema.$ref !== undefined) return 'query'
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeLabel))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `array of ${typeLabel(schema.items)}`
  if (schema.contentMediaType !== undefined) return 'bytes'
  if (schema.format !== undefined) return String(schema.format)
  return schema.type === undefined ? 'any JSON' : String(schema.type)
}

/** The object that a schema describes: itself, an alternative to null, or the items of an array. */
function objectIn(schema: ShownSchema): ShownSchema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  return schema.anyOf?.map(objectIn).find((found) => found !== undefined)
}

function withoutNull(schema: ShownSchema): ShownSchema {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  return others ? { ...schema, anyOf: others } : schema
}
