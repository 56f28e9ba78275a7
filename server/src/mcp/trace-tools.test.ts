import { expect, test } from 'vitest'
import { searchFor } from './trace-tools.ts'

test('a time may have a space between day and hour', () => {
  expect(searchFor({ since: '2026-01-31 10:00' })).toEqual(searchFor({ since: '2026-01-31T10:00' }))
})
