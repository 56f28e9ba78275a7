import { expect, test } from 'vitest'
import { DurationMeter, RateMeter } from './meters.ts'

const SECOND = 1_000_000

test('the rate covers the last minute, the total everything', () => {
  const clock = { micros: 0 }
  const meter = new RateMeter(() => clock.micros)

  meter.add(60)
  clock.micros = 30 * SECOND
  meter.add(60)
  expect(meter.perSecond).toBe(4)

  clock.micros = 70 * SECOND
  expect(meter.perSecond).toBe(1)

  clock.micros = 1_000 * SECOND
  expect(meter.perSecond).toBe(0)
  expect(meter.total).toBe(120)
})

test('percentiles cover the last thousand durations, and are null before the first', () => {
  const meter = new DurationMeter()
  expect(meter.percentile(50)).toBeNull()

  for (let ms = 0; ms < 2_001; ms++) meter.add(ms)

  expect(meter.percentile(0)).toBe(1_001)
  expect(meter.percentile(100)).toBe(2_000)
  expect(meter.total).toBe(2_001)
})
