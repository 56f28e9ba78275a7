import { expect, test } from 'vitest'
import { canonicalText } from './canonical.ts'
import { CONTAINERS_MAX, NON_FINITE_MAX, VALUES_MAX } from './limits.ts'
import { readJson, readJsonText } from './read.ts'
import { parseTree } from './tree.ts'

const listOf = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`
const tooLarge = expect.objectContaining({ code: 'too_large' })

// One container is the list itself.
test.each([
  ['built by a shape', (text: string) => readJson(text, { items: { rest: 'scalar' } })],
  ['built as a tree', (text: string) => parseTree(text)],
  ['written canonically', (text: string) => canonicalText(readJsonText(text))],
])('a text of too many containers is refused where it is %s', (_, read) => {
  expect(() => read(listOf('{}', CONTAINERS_MAX - 1))).not.toThrow()
  expect(() => read(listOf('{}', CONTAINERS_MAX))).toThrow(tooLarge)
})

test('a text of too many scalars is refused where it is built', () => {
  expect(() => parseTree(listOf('1', VALUES_MAX + 1))).toThrow(tooLarge)
})

test('a text that is only validated may have any number of values', () => {
  const text = listOf('{}', CONTAINERS_MAX)

  expect(readJsonText(text).text).toBe(text)
  expect(readJson(text, 'scalar')).toEqual([])
  expect(readJson(text, 'dropped')).toBeUndefined()
})

test('a text of too many NaN is refused', () => {
  expect(() => readJsonText(listOf('NaN', NON_FINITE_MAX + 1))).toThrow(tooLarge)
})
