import { expect, test } from 'vitest'
import { comparedText, promptText } from './version-text.ts'

test('a prompt is read from its content or from its messages', () => {
  expect(promptText('{"content":"Be brief."}')).toBe('Be brief.')
  expect(
    promptText('{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hi"}]}'),
  ).toBe('system:\nBe brief.\n\nuser:\nHi')
  expect(promptText('{"temperature":1}')).toBeUndefined()
})

test('prompts are compared sentence by sentence', () => {
  expect(comparedText('{"content":"Be brief. Be kind!  Go"}', true)).toBe('Be brief.\nBe kind!\nGo')
})

test('other objects are compared by JSON that keeps every digit', () => {
  expect(comparedText('{"seed":12345678901234567890}', false)).toBe('{\n  "seed": 12345678901234567890\n}')
})
