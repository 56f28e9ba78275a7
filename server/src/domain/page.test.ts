import { expect, test } from 'vitest'
import { newPage } from './page.ts'

test('unset values stay unset', () => {
  expect(newPage({})).toEqual({})
})

test('a limit of zero is a limit', () => {
  expect(newPage({ limit: 0, offset: 3 })).toEqual({ limit: 0, offset: 3 })
})

test.each([{ limit: -1 }, { offset: -1 }])('a negative %o is refused', (request) => {
  expect(() => newPage(request)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
