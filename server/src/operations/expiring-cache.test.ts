import { expect, test } from 'vitest'
import { ExpiringCache } from './expiring-cache.ts'

function cacheOf(entriesMax: number) {
  const clock = { micros: 1_000 }
  const cache = new ExpiringCache<number | null>({ freshMicros: 10, entriesMax, now: () => clock.micros })
  return { cache, clock }
}

test('a value is fresh until it expires, and available as stale afterwards', () => {
  const { cache, clock } = cacheOf(10)
  cache.set('__proto__', null)

  clock.micros += 9
  expect(cache.fresh('__proto__')).toMatchObject({ value: null })
  clock.micros += 1
  expect(cache.fresh('__proto__')).toBeUndefined()
  expect(cache.last('__proto__')).toMatchObject({ value: null })
  expect(cache.last('constructor')).toBeUndefined()
})

test('a clock that is set back makes values stale', () => {
  const { cache, clock } = cacheOf(10)
  cache.set('a', 1)

  clock.micros -= 1

  expect(cache.fresh('a')).toBeUndefined()
})

test('the oldest entry is evicted', () => {
  const { cache } = cacheOf(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('a', 3)

  cache.set('c', 4)

  expect(['a', 'b', 'c'].map((key) => cache.last(key)?.value)).toEqual([3, undefined, 4])
})
