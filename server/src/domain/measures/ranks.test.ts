import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valuesAtRanks } from './ranks.ts'

const MANY = 5_000
const kinds = {
  'whole numbers': fc.integer({ min: -100, max: 40_000 }),
  'equal numbers': fc.constant(7),
  'instants of years': fc.integer({ min: 0, max: 2 ** 50 }),
  'mostly small numbers': fc.oneof(
    { weight: 99, arbitrary: fc.nat(9) },
    { arbitrary: fc.nat(2 ** 40), weight: 1 },
  ),
  'any numbers': fc.double(),
}

test.each(Object.entries(kinds))('values at ranks are those of the sorted list: %s', (_, kind) => {
  fc.assert(
    fc.property(
      fc.array(kind, { minLength: 1, maxLength: 50 }),
      fc.array(fc.nat(MANY - 1)),
      (some, ranks) => {
        // Each run once more with a little added, until there are too many to be sorted at once.
        const values = Array.from(
          { length: MANY },
          (_, at) => (some[at % some.length] ?? 0) + Math.floor(at / 1000),
        )
        const sorted = Float64Array.from(values).sort()

        const runs = [values.slice(0, 17), values.slice(17)].map((run) => Float64Array.from(run))
        const found = valuesAtRanks(runs, ranks)

        expect([...found].sort()).toEqual([...new Set(ranks)].map((rank) => [rank, sorted[rank]]).sort())
      },
    ),
    { numRuns: 30 },
  )
})
