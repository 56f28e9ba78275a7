import { expect, test } from 'vitest'
import { SignInTokens } from './sign-in-tokens.ts'

test('a token signs its user in once', () => {
  const tokens = new SignInTokens(() => 0)
  const token = tokens.issue('ada')

  expect(tokens.redeem('another')).toBeUndefined()
  expect(tokens.redeem(token)).toBe('ada')
  expect(tokens.redeem(token)).toBeUndefined()
})

test('a token expires after ten minutes', () => {
  const clock = { micros: 0 }
  const tokens = new SignInTokens(() => clock.micros)
  const token = tokens.issue('ada')

  clock.micros = 600_000_000

  expect(tokens.redeem(token)).toBeUndefined()
})
