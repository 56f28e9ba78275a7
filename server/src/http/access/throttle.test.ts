import { expect, test } from 'vitest'
import { Throttle } from './throttle.ts'

function clockedThrottle() {
  const clock = { micros: 0 }
  return { clock, throttle: new Throttle(() => clock.micros) }
}

function fail(throttle: Throttle, address: string, times: number): void {
  for (let count = 0; count < times; count++) throttle.fail(address)
}

test('the twentieth failure within a minute blocks an address for the rest of it', () => {
  const { clock, throttle } = clockedThrottle()

  fail(throttle, 'a', 19)
  expect(throttle.waitSeconds('a')).toBeUndefined()

  throttle.fail('a')
  clock.micros = 20_000_000
  expect(throttle.waitSeconds('a')).toBe(40)

  clock.micros = 60_000_000
  expect(throttle.waitSeconds('a')).toBeUndefined()
})

test('addresses are counted separately', () => {
  const { throttle } = clockedThrottle()

  fail(throttle, 'a', 20)

  expect(throttle.waitSeconds('b')).toBeUndefined()
})

test('failures of an earlier minute are forgotten', () => {
  const { clock, throttle } = clockedThrottle()
  fail(throttle, 'a', 19)

  clock.micros = 61_000_000
  throttle.fail('a')

  expect(throttle.waitSeconds('a')).toBeUndefined()
})

test('with many addresses the oldest are evicted, and memory stays bounded', () => {
  const { throttle } = clockedThrottle()
  fail(throttle, 'first', 20)

  for (let index = 0; index < 10_000; index++) throttle.fail(`address-${index}`)

  expect(throttle.waitSeconds('first')).toBeUndefined()
})

test('a clock that is set back does not keep an address blocked', () => {
  const { clock, throttle } = clockedThrottle()
  clock.micros = 3_600_000_000
  fail(throttle, 'a', 20)

  clock.micros = 0

  expect(throttle.waitSeconds('a')).toBeUndefined()
})
