import { expect, test } from 'vitest'
import { ExpiringCache } from './expiring-cache.ts'

function cacheOf(entriesMax: number) {
  const clock = { micros: 1_000 }
  const cache = new ExpiringCache<number | null>({ freshMicros: 10, entriesMax, now: () => clock.micros })
  return { cache, clock }
}

test('a value is fresh for as long as the cache says, and known after that', () => {
  const { cache, clock } = cacheOf(10)
  cache.set('__proto__', null)

  clock.micros += 9
  expect(cache.fresh('__proto__')).toMatchObject({ value: null })
  clock.micros += 1
  expect(cache.fresh('__proto__')).toBeUndefined()
  expect(cache.last('__proto__')).toMatchObject({ value: null })
  expect(cache.last('constructor')).toBeUndefined()
})

test('a clock that is set back keeps no value fresh', () => {
  const { cache, clock } = cacheOf(10)
  cache.set('a', 1)

  clock.micros -= 1

  expect(cache.fresh('a')).toBeUndefined()
})

test('the entry that was set first makes room for one more', () => {
  const { cache } = cacheOf(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('a', 3)

  cache.set('c', 4)

  expect(['a', 'b', 'c'].map((key) => cache.last(key)?.value)).toEqual([3, undefined, 4])
})
