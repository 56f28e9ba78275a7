import { expect, test } from 'vitest'
import { bindCase } from '../testing/query-cases.ts'
import { contains, convert, eq, field, gt, literal, oneOf, or, type Resource, size } from './cases/case.ts'

const refusals: [string, Resource, string, string][] = [
  ['a field of feedback that calls have', 'feedback', eq(field('inputs.x'), literal('1')), 'invalid_request'],
  ['a field that calls do not have', 'calls', eq(field('foo.x'), literal('1')), 'invalid_field'],
  ['an unknown field of prices', 'prices', eq(field('payload.x'), literal('1')), 'invalid_request'],
  [
    'a size that can only be selected',
    'calls',
    gt(field('storage_size_bytes'), literal('1')),
    'invalid_field',
  ],
  ['another part of summary.weave', 'calls', eq(field('summary.weave.costs'), literal('1')), 'invalid_field'],
  ['another part of feedback', 'calls', eq(field('feedback.[t].creator'), literal('1')), 'invalid_field'],
  ['feedback without brackets', 'calls', eq(field('feedback.t.payload'), literal('1')), 'invalid_field'],
  ['another part of a queue', 'calls', eq(field('annotation_queue_items.id'), literal('1')), 'invalid_field'],
  ['a path below a plain column', 'calls', eq(field('id.x'), literal('1')), 'invalid_field'],
  ['a negative index', 'calls', eq(field('inputs.list.-1'), literal('1')), 'invalid_field'],
  ['a path without end', 'calls', eq(field(`inputs${'.0'.repeat(101)}`), literal('1')), 'invalid_field'],
  ['the pseudo field of counts', 'feedback', eq(field('count(*)'), literal('1')), 'invalid_request'],
  ['an unreadable instant', 'calls', eq(field('started_at'), literal('"soon"')), 'invalid_request'],
  [
    'an unreadable instant in a list',
    'feedback',
    oneOf(field('created_at'), literal('"soon"')),
    'invalid_request',
  ],
  ['a number to look for', 'calls', contains(field('inputs.x'), literal('5')), 'forbidden_operand'],
  ['a boolean to look for', 'calls', contains(field('inputs.x'), literal('true')), 'forbidden_operand'],
  ['a size to look for', 'calls', contains(field('inputs.x'), size(field('id'))), 'forbidden_operand'],
]

test.each(refusals)('%s is refused', (_, resource, query, code) => {
  expect(() => bindCase({ resource, query })).toThrow(expect.objectContaining({ code }))
})

test.each([
  ['calls', eq(field('started_at'), literal('""')), 'started_at', '""'],
  ['calls', gt(literal('"soon"'), field('ended_at')), 'ended_at', '"soon"'],
  ['feedback', oneOf(field('created_at'), literal('1e400')), 'created_at', 'Infinity'],
] as const)(
  'the refusal of an unreadable instant of %s names field and value',
  (resource, query, ...named) => {
    const [fieldName, value] = named.map((part) => expect.stringContaining(part))

    expect(() => bindCase({ resource, query })).toThrow(expect.objectContaining({ message: fieldName }))
    expect(() => bindCase({ resource, query })).toThrow(expect.objectContaining({ message: value }))
  },
)

test.each([
  ['indexes', field(`inputs${'.0'.repeat(90)}`), 150],
  ['feedback', field('feedback.[*].payload.a'), 2_200],
  ['documents', field('inputs.a'), 4_100],
])('%s weigh more than plain nodes, because their SQL is longer', (_, name, count) => {
  const query = or(...Array(count).fill(eq(name, literal('1'))))

  expect(() => bindCase({ resource: 'calls', query })).toThrow(expect.objectContaining({ code: 'too_large' }))
})

test('a sort by many long paths is too large', () => {
  const sort = Array(50).fill({ field: `inputs${'.0'.repeat(90)}`, direction: 'asc' })

  expect(() => bindCase({ resource: 'calls', sort })).toThrow(expect.objectContaining({ code: 'too_large' }))
})

test('a path goes through at most ten refs', () => {
  const query = eq(field(`inputs${'.a'.repeat(20)}`), literal('1'))
  const stops = (count: number) => Array.from({ length: count }, (_, index) => `inputs${'.a'.repeat(index)}`)

  expect(() => bindCase({ resource: 'calls', query, expand_columns: stops(11) })).toThrow(
    expect.objectContaining({ code: 'invalid_field' }),
  )
  expect(bindCase({ resource: 'calls', query, expand_columns: stops(10) }).condition).toBeDefined()
})

test('what an $in would write out once for each of its options is counted that often', () => {
  const wide = or(...Array(200).fill(field('inputs.x')))
  const options = Array(200).fill(field('inputs.y'))

  expect(() => bindCase({ resource: 'calls', query: oneOf(wide, ...options) })).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  )
  expect(
    bindCase({ resource: 'calls', query: oneOf(field('inputs.x'), ...options) }).condition,
  ).toMatchObject({ kind: 'or', operands: { length: 200 } })
})

test('an unknown sort field is refused as the resource does', () => {
  const sort = [{ field: 'nope', direction: 'asc' as const }]

  expect(() => bindCase({ resource: 'calls', sort })).toThrow(
    expect.objectContaining({ code: 'invalid_field' }),
  )
  expect(() => bindCase({ resource: 'prices', sort })).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

test('the implied cast is written out, and an explicit one is left alone', () => {
  const implied = bindCase({ resource: 'calls', query: gt(field('inputs.x'), literal('5')) })
  const explicit = bindCase({ resource: 'calls', query: gt(convert(field('inputs.x'), 'int'), literal('5')) })

  expect(implied.condition).toEqual(explicit.condition)
  expect(implied.condition).toEqual({
    kind: 'gt',
    operands: [
      {
        kind: 'convert',
        input: {
          kind: 'field',
          field: { kind: 'json', column: 'inputs', path: ['x'], nullSorts: 'as unset' },
        },
        to: 'int',
      },
      { kind: 'literal', value: 5n },
    ],
  })
})

test('a bound condition can be sent to another thread', () => {
  const { condition } = bindCase({
    resource: 'calls',
    query: eq(field('started_at'), literal('"2025-03-01"')),
  })

  expect(structuredClone(condition)).toEqual(condition)
})
