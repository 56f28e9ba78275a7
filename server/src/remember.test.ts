import { expect, test } from 'vitest'
import { remember } from './remember.ts'

test('a result is computed once for each text', () => {
  const computed: string[] = []
  const length = remember((text) => computed.push(text) && text.length)

  expect([length('ab'), length('ab'), length('abc')]).toEqual([2, 2, 3])
  expect(computed).toEqual(['ab', 'abc'])
})

test('undefined is a result like any other', () => {
  let calls = 0
  const nothing = remember(() => {
    calls++
    return undefined
  })

  nothing('a')
  nothing('a')

  expect(calls).toBe(1)
})

test('long texts and lone surrogates are computed every time', () => {
  const computed: string[] = []
  const same = remember((text) => {
    computed.push(text)
    return text
  })
  const texts = ['x'.repeat(1000), '\ud800', '\udfff', '\ufffd']

  expect([...texts, ...texts].map(same)).toEqual([...texts, ...texts])
  expect(computed).toHaveLength(2 * texts.length - 1)
})

test('more distinct texts than fit are still answered', () => {
  const number = remember(Number)

  for (let each = 0; each < 25_000; each++) expect(number(String(each))).toBe(each)
})
