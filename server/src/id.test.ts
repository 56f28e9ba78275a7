import { expect, test } from 'vitest'
import { createIdSource, derivedId } from './id.ts'

test('an id is a UUIDv7 in canonical lower-case text that starts with its time', () => {
  const id = createIdSource(() => 0x01951f3e0000)()

  expect(id).toMatch(/^01951f3e-0000-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids made in one millisecond are distinct and sort in the order they were made', () => {
  const newId = createIdSource(() => 1_740_823_200_000)

  const ids = Array.from({ length: 10_000 }, newId)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})

test('ids keep their order when the clock steps back', () => {
  const times = [1_740_823_200_000, 1_740_823_100_000, 1_740_823_200_001]
  const newId = createIdSource(() => times.shift() ?? 0)

  const ids = [newId(), newId(), newId(), newId()]

  expect(ids.toSorted()).toEqual(ids)
})

test('a derived id is a UUID of all its names', () => {
  const id = derivedId('a', 'b')

  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(derivedId('a', 'b')).toBe(id)
  expect([derivedId('b', 'a'), derivedId('ab'), derivedId('a')]).not.toContain(id)
})
