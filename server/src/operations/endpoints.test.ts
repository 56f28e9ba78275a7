import { querySchemas } from '@heddle/contract/query'
import type { TSchema } from 'typebox'
import * as Value from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../testing/endpoints.ts'

describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    test('has an example that its request schema accepts', () => {
      const { request, example } = endpoint

      const errors = Value.Errors(withQuerySchemas(request), example)

      expect(errors).toEqual([])
    })

    test('has text for every parameter of its path', () => {
      const { path, request } = endpoint

      const types = parametersOf(path).map((name) => propertiesOf(request)[name]?.type)

      expect(types).toEqual(types.map(() => 'string'))
    })
  },
)

test('no two endpoints answer the same method and path', () => {
  const routes = endpoints.flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].map((each) => `${method} ${each}`),
  )

  expect(routes).toEqual([...new Set(routes)])
})

test('endpoints without a body have only texts, integers and lists of texts, which a query string can express', () => {
  const bodyless = endpoints.filter(({ method }) => method === 'GET' || method === 'DELETE')

  const types = bodyless.flatMap(({ request }) => Object.values(propertiesOf(request)).map(typeInQuery))

  expect(types.length).toBeGreaterThan(0)
  expect(types.filter((type) => !['string', 'integer', 'list of string'].includes(type))).toEqual([])
})

test.each([
  ['two operands too few', { $expr: { $eq: [] } }],
  ['a root that is no operation', { $expr: { $literal: true } }],
  ['a key beside $expr', { $expr: { $and: [] }, limit: 1 }],
  ['an unknown operator', { $expr: { $regex: ['a', 'b'] } }],
])('the documented shape of a query excludes %s', (_, query) => {
  const schema = withQuerySchemas({ $ref: '#/components/schemas/Query' })

  expect(Value.Check(schema, query)).toBe(false)
})

/** A schema with the definitions that its `$ref`s into the OpenAPI document need. */
function withQuerySchemas<Schema extends TSchema>(schema: Schema) {
  return { ...schema, components: { schemas: querySchemas } }
}

function parametersOf(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
}

function propertiesOf(request: TSchema): Record<string, { type?: unknown }> {
  return 'properties' in request ? Object(request.properties) : {}
}

/** The type of a field, ignoring whether it is optional. */
function typeInQuery(schema: { type?: unknown; anyOf?: unknown; items?: unknown }): string {
  const [option] = [schema.anyOf ?? schema].flat()
  const { type, items } = Object(option)
  return type === 'array' ? `list of ${Object(items).type}` : String(type)
}
