import { describe, expect, test } from 'vitest'
import { customBounds, rangeBounds, rangeLabel, rangeProblem, rangeText } from './time-range.ts'

const now = new Date(2025, 2, 9, 15, 30)
const at = (day: number, hour = 0, minute = 0): Date => new Date(2025, 2, day, hour, minute)

describe('the bounds of a range', () => {
  test.each([
    ['1h', { from: at(9, 14, 30) }],
    ['7d', { from: new Date(now.getTime() - 7 * 86_400_000) }],
    ['today', { from: at(9) }],
    ['yesterday', { from: at(8) }],
    [undefined, {}],
    ['nonsense', {}],
    ['nonsense..2025', {}],
    ['2025-03-03..2025-03-05', { from: at(3), to: at(6) }],
    // Clocks change in Europe on the 30th, and in America on the 9th.
    ['2025-03-09..2025-03-30', { from: at(9), to: at(31) }],
    ['2025-03..2025-03', { from: at(1), to: new Date(2025, 3) }],
    ['2024..2024', { from: new Date(2024, 0), to: new Date(2025, 0) }],
    ['2025-03-03T10:00..2025-03-03T12:30', { from: at(3, 10), to: at(3, 12, 30) }],
    ['2025-03-03T00:00:00Z..', { from: new Date('2025-03-03T00:00:00Z') }],
  ])('%s', (text, bounds) => expect(rangeBounds(text, now)).toEqual(bounds))

  test('a custom range survives the URL', () => {
    for (const bounds of [{ from: at(3), to: at(4) }, { from: at(3) }, { to: at(4) }]) {
      expect(rangeBounds(rangeText(bounds), now)).toEqual(bounds)
    }
  })

  test('a duration longer than time itself starts in 1970', () => {
    expect(rangeBounds('999999999w', now)).toEqual({ from: new Date(0) })
  })
})

describe('a range in words', () => {
  test.each([
    ['7d', 'Last 7 days'],
    ['3h', 'Last 3 hours'],
    ['1d', 'Last day'],
    ['2w', 'Last 2 weeks'],
    ['1.5h', 'Last 1.5 hours'],
    [undefined, 'All time'],
    ['nonsense', 'All time'],
    [rangeText({ from: at(9, 14), to: at(9, 16, 30) }), 'Today 14:00–16:30'],
    [rangeText({ from: at(8, 22), to: at(9, 2) }), 'Yesterday 22:00 – today 02:00'],
    [rangeText({ from: at(3, 22), to: at(4) }), 'Mar 3 22:00–24:00'],
    [rangeText({ from: at(3), to: at(4) }), 'Mar 3'],
    [rangeText({ from: at(3), to: at(9) }), 'Mar 3 – yesterday'],
    [rangeText({ from: new Date(2024, 11, 30), to: at(1) }), 'Dec 30 2024 – Feb 28'],
    [rangeText({ from: at(3, 10) }), 'Since Mar 3 10:00'],
    [rangeText({ to: at(3) }), 'Until Mar 3'],
  ])('%s is %s', (text, label) => expect(rangeLabel(text, now)).toBe(label))
})

test.each([
  'nonsense',
  '7 days',
  '..',
  '2025..nonsense',
  '2025..2026..2027',
  '',
  '9'.repeat(500).concat('x'),
])('a range that cannot be read is reported, and is all time: %s', (text) => {
  expect(rangeProblem(text, now)).toContain('is not a time range')
  expect(rangeProblem(text, now)?.length).toBeLessThan(200)
  expect(rangeBounds(text, now)).toEqual({})
})

test.each([undefined, '7d', '12w', 'today', '2025..', '..2025'])('%s is a range', (text) =>
  expect(rangeProblem(text, now)).toBeUndefined(),
)

test('bounds that were entered are a range if each is a time, and they are in order', () => {
  const [early, late] = ['2025-03-01T10:00', '2025-03-02T10:00']

  expect(customBounds(early, late)).toEqual({ from: new Date(early), to: new Date(late) })
  expect(customBounds(early, '')).toEqual({ from: new Date(early) })
  expect(customBounds('', late)).toEqual({ to: new Date(late) })
  for (const [from, to] of [
    ['', ''],
    [late, early],
    [early, early],
    ['20255-03-01T10:00', ''],
    ['', '20255-03-01T10:00'],
  ] as const)
    expect(customBounds(from, to), `${from} to ${to}`).toBeUndefined()
})
