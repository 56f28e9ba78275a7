import type { CallRecord } from '@heddle/contract/calls'
import { expect, test } from 'vitest'
import { call } from '../../testing/call.ts'
import { isFurtherDown, isLoaded, type Pages, withNew, withoutCall, withUpdated } from './live-pages.ts'

const pages: Pages<undefined> = {
  pages: [{ calls: [at('c', 3), at('b', 2)] }, { calls: [at('a', 1)] }],
  pageParams: [undefined, undefined],
}

test('a call that changes stays where it is', () => {
  const after = withUpdated(pages, { ...at('b', 2), ended_at: '2025-03-01T10:00:09Z' })

  expect(idsOf(after)).toEqual(['c', 'b', 'a'])
  expect(after.pages[0]?.calls[1]?.ended_at).toBe('2025-03-01T10:00:09Z')
  expect(after.pages[0]?.calls[0]).toBe(pages.pages[0]?.calls[0])
})

test('new calls come in front, the newest first, and none twice', () => {
  const after = withNew(pages, [at('d', 4), at('e', 5), at('c', 3)])

  expect(idsOf(after)).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('a call older than all that is loaded is further down, unless everything is loaded', () => {
  const whole = { ...pages, pages: [...pages.pages, { calls: [] }] }

  expect(isFurtherDown(pages, at('late', 0))).toBe(true)
  expect(isFurtherDown(pages, at('late', 2))).toBe(false)
  expect(isFurtherDown(whole, at('late', 0))).toBe(false)
})

test('a deleted call is gone', () => {
  expect(idsOf(withoutCall(pages, 'a'))).toEqual(['c', 'b'])
  expect(isLoaded(pages, 'a')).toBe(true)
  expect(isLoaded(withoutCall(pages, 'a'), 'a')).toBe(false)
})

function idsOf({ pages }: Pages<unknown>): string[] {
  return pages.flatMap(({ calls }) => calls.map(({ id }) => id))
}

function at(id: string, second: number): CallRecord {
  return call({ id, started_at: `2025-03-01T10:00:0${second}Z` })
}
