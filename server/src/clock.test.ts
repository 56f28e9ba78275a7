import { expect, test } from 'vitest'
import { monotonicMicros, nowMicros, SystemClock } from './clock.ts'

const DAY_MS = 86_400_000

/** A clock whose two sources the test moves by hand. */
function clockAt(wallMs: number) {
  const sources = { wall: wallMs, monotonic: 5 }
  const clock = new SystemClock({
    wallMs: () => sources.wall,
    monotonicMs: () => sources.monotonic,
  })
  return {
    now: () => clock.now(),
    pass(ms: number) {
      sources.wall += Math.floor(ms)
      sources.monotonic += ms
    },
    setBy(ms: number) {
      sources.wall += ms
    },
  }
}

test('time passes in microseconds while the clocks agree', () => {
  const clock = clockAt(1_000_000)

  expect(clock.now()).toBe(1_000_000_000)
  clock.pass(0.125)
  expect(clock.now()).toBe(1_000_000_125)
  clock.pass(0.875)
  expect(clock.now()).toBe(1_000_001_000)
})

test('a clock that is set ahead is followed at once, and so is the time a machine slept', () => {
  const clock = clockAt(1_000_000)
  clock.now()

  clock.setBy(40 * DAY_MS)

  expect(clock.now()).toBe((1_000_000 + 40 * DAY_MS) * 1000)
  clock.pass(0.25)
  expect(clock.now()).toBe((1_000_000 + 40 * DAY_MS) * 1000 + 250)
})

test('a clock that is set back far is followed at once', () => {
  const clock = clockAt(50 * DAY_MS)
  clock.now()

  clock.setBy(-40 * DAY_MS)

  expect(clock.now()).toBe(10 * DAY_MS * 1000)
})

test('during a small correction backwards the clock stands still instead of going back', () => {
  const clock = clockAt(1_000_000)
  const before = clock.now()

  clock.setBy(-300)
  expect(clock.now()).toBe(before)
  clock.pass(200)
  expect(clock.now()).toBe(before)
  clock.pass(101)

  expect(clock.now()).toBe(before + 1000)
})

test('differences too small to be a correction are ignored', () => {
  const clock = clockAt(1_000_000)
  const before = clock.now()

  clock.setBy(40)
  clock.pass(1)

  expect(clock.now()).toBe(before + 1000)
})

test('the clock of the process returns whole microseconds of the current day', () => {
  const now = nowMicros()

  expect(Number.isInteger(now)).toBe(true)
  expect(Math.abs(now / 1000 - Date.now())).toBeLessThan(DAY_MS)
  expect(Number.isInteger(monotonicMicros())).toBe(true)
})
