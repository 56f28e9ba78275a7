import { expect, test } from 'vitest'
import { pageOfText } from './tool.ts'

test('a page of text ends before a character that does not fit whole', () => {
  const text = `${'x'.repeat(11_999)}😀 and more`

  const first = pageOfText(text)

  expect(first).toBe(`${'x'.repeat(11_999)}\n… 11 more characters: call again with cursor 11999`)
  expect(pageOfText(text, 11_999)).toBe('😀 and more')
})
