import { expect, test } from 'vitest'
import { bucketRange, narrowed } from './links.ts'

test('a bucket ends where the next begins, the last one after its length', () => {
  const times = ['2025-03-01T10:00:00Z', '2025-03-01T11:00:00Z'].map((text) => Date.parse(text) / 1000)
  const buckets = { times, bucketSeconds: 60 }

  expect(bucketRange(buckets, 0)).toBe('2025-03-01T10:00:00.000Z..2025-03-01T11:00:00.000Z')
  expect(bucketRange(buckets, 1)).toBe('2025-03-01T11:00:00.000Z..2025-03-01T11:01:00.000Z')
})

test('the calls of a model are looked for below roots too', () => {
  expect(narrowed('root:true status:error', 'model', 'gpt-4o')).toBe('status:error model:gpt-4o')
})

test('a group with a space in its name is quoted', () => {
  expect(narrowed('root:true', 'op', 'my op')).toBe('root:true op:"my op"')
})

test.each([
  ['attributes.env', 'prod', 'attributes.env:=prod'],
  ['inputs.two words', '4', 'inputs.two\\ words:=4'],
  ['name', 'plan', 'name:=plan'],
  ['kind', 'llm', 'kind:llm'],
])('a group by %s does not have the calls of longer values', (field, value, term) => {
  expect(narrowed('', field, value)).toBe(term)
})

test('calls without a value are those that do not have the field', () => {
  expect(narrowed('root:true', 'enduser', '')).toBe('root:true -has:enduser')
  expect(narrowed('', 'inputs.a b', '')).toBe('-has:inputs.a\\ b')
})
