import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { requestShape } from './request-shape.ts'

test('field names and amounts are kept, other values are hidden', () => {
  const request = {
    project_id: 'team/app',
    filter: { op_names: ['one', 'two'], trace_roots_only: true },
    sort_by: [{ field: 'summary.weave.latency_ms', direction: 'desc' }],
    limit: 50,
    sql: "select 'private'",
  }

  expect(JSON.parse(requestShape(request))).toEqual({
    project_id: 'team/app',
    filter: { op_names: '2 × ?', trace_roots_only: true },
    sort_by: [{ field: 'summary.weave.latency_ms', direction: 'desc' }],
    limit: 50,
    sql: '?',
  })
})

test('a payload is not shown, whatever it looks like', () => {
  const payloads = ['{"private": 1}', '{"$expr": {"private": 1}}', '"$expr"', '[["private"]]', '1e999']

  for (const text of payloads) expect(requestShape({ inputs: new JsonText(text) })).toBe('{"inputs":"?"}')
})

test('a request of any size and depth has a short shape', () => {
  const deep = JSON.parse(`${'{"filter":'.repeat(5_000)}1${'}'.repeat(5_000)}`)
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`key${i}`, i]))

  expect(requestShape(deep).length).toBeLessThan(2_001)
  expect(requestShape([wide, wide, wide]).length).toBeLessThan(2_001)
})

test('literals of any kind are hidden', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (literal) => {
      const query = { $expr: { $eq: [{ $getField: 'id' }, { $literal: literal }] } }

      expect(requestShape({ query: new JsonText(JSON.stringify(query)) })).toBe(
        '{"query":{"$expr":{"$eq":[{"$getField":"id"},{"$literal":"?"}]}}}',
      )
    }),
  )
})
