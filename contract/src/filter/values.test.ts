import { expect, test } from 'vitest'
import { parseDuration, parseTime } from './values.ts'

const now = new Date('2025-03-02T12:00:00Z')

test.each([
  ['500ms', 500],
  ['1.5s', 1500],
  ['2m', 120_000],
  ['40', 40],
  ['1w', 604_800_000],
  ['soon', undefined],
  ['-1s', undefined],
])('the duration %s is %s ms', (text, ms) => expect(parseDuration(text)).toBe(ms))

test('a time covers the precision it was written with', () => {
  const lengthOf = (text: string) => {
    const time = parseTime(text, now)
    return time && time.to.getTime() - time.from.getTime()
  }

  expect(lengthOf('2025-03-01T10:00')).toBe(60_000)
  expect(lengthOf('2025-03-01T10:00:00')).toBe(1000)
  expect(lengthOf('2025-03-01T10:00:00Z')).toBe(0)
  expect(lengthOf('-1h')).toBe(0)
  expect(lengthOf('12345')).toBeUndefined()
  expect(lengthOf('2025-99-99')).toBeUndefined()
})
