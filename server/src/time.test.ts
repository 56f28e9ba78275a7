import { describe, expect, test } from 'vitest'
import { formatDateTime, parseDateTime, readDateTime } from './time.ts'

const TEN = Date.parse('2025-03-01T10:00:00Z') * 1000

describe('a datetime is read', () => {
  test.each<[string | number, number]>([
    ['2025-03-01T10:00:00Z', TEN],
    ['2025-03-01T10:00:00.5Z', TEN + 500_000],
    ['2025-03-01T10:00:00.123456Z', TEN + 123_456],
    ['2025-03-01T10:00:00.123456789Z', TEN + 123_456],
    ['2025-03-01 10:00:00', TEN],
    ['2025-03-01T10:00:00.000001', TEN + 1],
    ['2025-03-01T10:00', TEN],
    ['2025-03-01T12:30:00+02:30', TEN],
    ['2025-03-01T12:30:00+0230', TEN],
    ['2025-03-01T05:00:00.25-05', TEN + 250_000],
    ['2025-03-02T01:00:00+15:00', TEN],
    ['2025-03-01', TEN - 10 * 3600e6],
    ['2024-02-29', Date.UTC(2024, 1, 29) * 1000],
    ['0001-01-01', Date.parse('0001-01-01T00:00:00Z') * 1000],
    ['1969-12-31T23:59:59.999999Z', -1],
    [0, 0],
    [TEN / 1e6, TEN],
    [TEN / 1e3, TEN],
    [TEN / 1e6 + 0.25, TEN + 250_000],
    [`${TEN / 1e6}`, TEN],
    [`${TEN / 1e3}`, TEN],
    [`${TEN / 1e6}.5`, TEN + 500_000],
    [2e10, 2e16],
    [-5, -5e6],
  ])('%s', (value, expected) => {
    expect(parseDateTime(value)).toBe(expected)
  })
})

describe('a datetime is refused', () => {
  test.each([
    '',
    'now',
    '2025-13-01T10:00:00Z',
    '2025-00-01',
    '2025-02-29',
    '2025-04-31',
    '0000-01-01',
    '2025-03-01T24:00:00Z',
    '2025-03-01T10:60:00Z',
    '2025-03-01T10:00:60Z',
    '2025-03-01T10:00:00.Z',
    '2025-03-01T10:00:00Zx',
    '2025-03-01T10:00:00+25:00',
    '2025-03-01T10:00:00+02:3',
    '2025-03-01T10:00:00 UTC',
    '2025-03-01T',
    '2025-3-1',
    '2025-03-01X10:00:00Z',
    ' 2025-03-01',
    '1e9',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
  ])('%s', (value) => {
    expect(parseDateTime(value)).toBeUndefined()
  })
})

test('every day of four centuries agrees with the calendar of the platform', () => {
  for (let day = Date.UTC(1800, 0, 1); day < Date.UTC(2201, 0, 1); day += 86_400_000) {
    const text = new Date(day).toISOString()
    if (parseDateTime(text) !== day * 1000) expect.fail(text)
  }
})

test('an instant to be kept is refused where it would not be exact', () => {
  const refusal = expect.objectContaining({ code: 'malformed_request' })

  expect(readDateTime('2255-01-01', [])).toBe(Date.UTC(2255, 0, 1) * 1000)
  expect(readDateTime('1685-01-01', [])).toBe(Date.UTC(1685, 0, 1) * 1000)
  expect(() => readDateTime('2256-01-01', [])).toThrow(refusal)
  expect(() => readDateTime('0001-01-01', [])).toThrow(refusal)
  expect(() => readDateTime('yesterday', [])).toThrow(refusal)
})

test('a datetime is printed with six fractional digits or none', () => {
  expect(formatDateTime(TEN)).toBe('2025-03-01T10:00:00Z')
  expect(formatDateTime(TEN + 123_456)).toBe('2025-03-01T10:00:00.123456Z')
  expect(formatDateTime(TEN + 1)).toBe('2025-03-01T10:00:00.000001Z')
  expect(formatDateTime(TEN + 500_000)).toBe('2025-03-01T10:00:00.500000Z')
  expect(formatDateTime(-1)).toBe('1969-12-31T23:59:59.999999Z')
})

test.each([
  [2 ** 63, '9999-12-31T23:59:59Z'],
  [1e300, '9999-12-31T23:59:59Z'],
  [Number.POSITIVE_INFINITY, '9999-12-31T23:59:59Z'],
  [-(2 ** 63), '0001-01-01T00:00:00Z'],
  [18_446_744_073_709_552, '2554-07-21T23:34:33Z'],
])('%d microseconds, which no date has, are printed as the nearest there is', (micros, text) => {
  expect(formatDateTime(micros)).toBe(text)
})
