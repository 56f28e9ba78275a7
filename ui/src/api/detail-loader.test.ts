import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDetailLoader, type ReadDetails } from './detail-loader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets time pass, with all that happens then. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A loader whose reads take a second; `requests` has the ids of each. */
function slowLoader(found: (id: string) => boolean = () => true) {
  const requests: string[] = []
  let shown: ReadonlyMap<string, string> = new Map()
  const read: ReadDetails<string> = (ids, signal) => {
    const request = requests.push(ids.join())
    return new Promise((resolve, reject) => {
      const reply = () => resolve(new Map(ids.filter(found).map((id) => [id, `read ${request}`])))
      setTimeout(reply, 1000)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const loader = createDetailLoader(read, (details) => {
    shown = details
  })
  return { ...loader, requests, shown: () => Object.fromEntries(shown) }
}

test('calls that keep arriving neither delay nor cancel the details of those before', async () => {
  const loader = slowLoader()
  const ids: string[] = []

  for (let at = 0; at < 30; at++) {
    ids.unshift(`c${at}`)
    loader.list(ids, [])
    await pass(100)
  }

  expect(loader.requests[0]).toBe('c1,c0')
  expect(loader.requests).toHaveLength(3)
  expect(Object.keys(loader.shown())).toHaveLength(12)
  await pass(2000)
  expect(Object.keys(loader.shown())).toHaveLength(30)
})

test('calls that are scrolled past are not read, and their request is cancelled', async () => {
  const loader = slowLoader()

  for (const id of ['a', 'b', 'c']) {
    loader.list([id], [])
    await pass(100)
  }
  await pass(100)
  loader.list(['d'], [])
  await pass(2000)

  expect(loader.requests).toEqual(['c', 'd'])
  expect(loader.shown()).toEqual({ d: 'read 2' })
})

test('many calls are read in groups, and each is shown when it is read', async () => {
  const loader = slowLoader()

  loader.list(
    Array.from({ length: 120 }, (_, at) => `c${at}`),
    [],
  )
  await pass(1200)

  expect(Object.keys(loader.shown())).toHaveLength(50)
  await pass(2000)
  expect(Object.keys(loader.shown())).toHaveLength(120)
  expect(loader.requests).toHaveLength(3)
})

test('a call without details is asked for again when the list changes, and not before', async () => {
  const loader = slowLoader((id) => id !== 'late')

  loader.list(['a', 'late'], [])
  await pass(10_000)
  expect(loader.requests).toEqual(['a,late'])

  loader.list(['a', 'b', 'late'], [])
  await pass(10_000)
  expect(loader.requests).toEqual(['a,late', 'b,late'])
})

test('a call that was running is read again after its end', async () => {
  const loader = slowLoader()

  loader.list(['a', 'b'], ['a'])
  await pass(2000)
  loader.list(['a', 'b'], [])
  await pass(2000)

  expect(loader.requests).toEqual(['a,b', 'a'])
  expect(loader.shown()).toEqual({ a: 'read 2', b: 'read 1' })
})

test('details of calls that are no longer listed are kept up to a number', async () => {
  const loader = slowLoader()

  for (let at = 0; at < 30; at++) {
    loader.list(
      Array.from({ length: 50 }, (_, index) => `${at}-${index}`),
      [],
    )
    await pass(2000)
  }

  expect(Object.keys(loader.shown())).toHaveLength(1050)
  expect(loader.shown()).toHaveProperty('29-49')
})
