import { expect, test } from 'vitest'
import { inTurns, lazyMap } from './turns.ts'

test('other work is done while a long computation runs', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 0)

  const result = await inTurns(busySteps(20, 5))

  clearInterval(timer)
  expect(result).toBe(20)
  expect(turns).toBeGreaterThan(2)
})

test('a computation is handed over step by step, and its error to the caller', async () => {
  const taken: number[] = []
  await inTurns(busySteps(3, 0), (step) => taken.push(step))
  expect(taken).toEqual([0, 1, 2])

  const failing = lazyMap([1, 0], (divisor) => BigInt(1) / BigInt(divisor))
  await expect(inTurns(failing)).rejects.toThrow(RangeError)
})

function* busySteps(count: number, ms: number): Generator<number, number> {
  for (let step = 0; step < count; step++) {
    const end = performance.now() + ms
    while (performance.now() < end);
    yield step
  }
  return count
}
