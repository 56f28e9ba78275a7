import { expect, test } from 'vitest'
import { tokensOf } from './highlight.ts'

const PYTHON = `@weave.op
def answer(self, n: int = 4):  # once
    return f"{n} times"
`
const TYPESCRIPT = "const total: number = await sum([1, 2]) // 'all'"

test.each([
  ['python', PYTHON],
  ['typescript', TYPESCRIPT],
] as const)('the pieces of %s are the code again', (language, code) => {
  expect(
    tokensOf(code, language)
      .map(({ text }) => text)
      .join(''),
  ).toBe(code)
})

test('tokens are classified', () => {
  const kinds = new Map(tokensOf(PYTHON, 'python').map(({ text, kind }) => [text.trim(), kind]))

  expect(kinds.get('def')).toBe('keyword')
  expect(kinds.get('answer')).toBe('definition')
  expect(kinds.get('4')).toBe('number')
  expect(kinds.get('# once')).toBe('comment')
})

test('invalid code is returned unchanged', () => {
  const code = 'def ((( "unended\n\t\u2028 end'

  expect(
    tokensOf(code, 'python')
      .map(({ text }) => text)
      .join(''),
  ).toBe(code)
})
