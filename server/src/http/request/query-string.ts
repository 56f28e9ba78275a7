import type { TSchema } from 'typebox'
import { jsonTextOf } from '../../json/write.ts'
import { type Fields, schemaKind } from './schema-kind.ts'

/**
 * Converts the values of a query string to what their fields expect: a list field takes one value or
 * many, any other the last. A payload, which has no other form there, is a JSON string.
 */
export function queryStringReader(fields: Fields): (query: Readonly<Record<string, unknown>>) => object {
  const names = [...fields].map(([name, { schema }]) => ({ name, kind: innerKind(schema) }))
  return (query) => {
    const values: Record<string, unknown> = {}
    for (const { name, kind } of names) {
      const given = Object.hasOwn(query, name) ? [query[name]].flat() : []
      if (given.length > 0) values[name] = valueFor(kind, given)
    }
    return values
  }
}

function valueFor(kind: string, given: readonly unknown[]): unknown {
  if (kind === 'array') return given
  const last = given.at(-1)
  return kind === 'payload' ? jsonTextOf(last) : last
}

function innerKind(schema: TSchema): string {
  const kind = schemaKind(schema)
  return kind.kind === 'nullable' ? innerKind(kind.inner) : kind.kind
}
