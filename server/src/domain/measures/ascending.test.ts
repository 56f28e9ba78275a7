import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AscendingNumbers, ascendingAtRanks } from './ascending.ts'
import { Distribution } from './distribution.ts'

const whole = fc.oneof(fc.nat(200), fc.integer({ min: 65_530, max: 65_540 }))
const runs = fc.array(fc.array(whole, { maxLength: 30 }), { minLength: 1, maxLength: 5 })

test('values at ranks are those of all runs sorted together', () => {
  fc.assert(
    fc.property(runs, (lists) => {
      const sorted = lists.flat().sort((a, b) => a - b)
      const ascending = lists.map((list) => Uint32Array.from(list).sort())

      const range = { lowest: sorted[0] ?? 0, highest: sorted.at(-1) ?? 0 }
      expect([...ascendingAtRanks(ascending, [...sorted.keys()], range).values()]).toEqual(sorted)
    }),
  )
})

test('a distribution is the same whether its numbers ascend or not, and when only some of them do', () => {
  const measures = {
    aggregations: ['sum', 'avg', 'min', 'max', 'count', 'count_true', 'count_false'],
    percentiles: [0, 50, 95, 100],
  } as const
  const numbers = fc.oneof(fc.nat(50), fc.integer({ min: -5, max: 70_000 }), fc.constant(0.5))
  fc.assert(
    fc.property(runs, fc.array(numbers, { maxLength: 40 }), (lists, others) => {
      const [plain, ascending] = [new Distribution(measures), new Distribution(measures)]
      for (const distribution of [plain, ascending]) for (const value of others) distribution.add(value)
      for (const list of lists) {
        plain.addAll(Float64Array.from(list))
        ascending.addAscending(new AscendingNumbers(Uint32Array.from(list).sort()))
      }

      expect([...ascending.results('x')]).toEqual([...plain.results('x')])
    }),
  )
})

test('small numbers take two bytes, large ones four', () => {
  expect(new AscendingNumbers(Uint32Array.of(1, 65_535, 65_536))).toMatchObject({ length: 3, byteLength: 8 })
})
