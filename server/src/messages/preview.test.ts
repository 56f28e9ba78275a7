import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine, preview, readable } from './preview.ts'

test('a preview is the same with and without the look at what texts are mostly made of', () => {
  const units = fc.constantFrom(...'abc  \n\t-+=:`*_~<[|#>]é💡\u00a0\u2003\u3000\ufeff\ud800…中'.split(''))
  const text = fc.oneof(
    fc.string({ unit: units, maxLength: 400 }),
    fc
      .tuple(fc.integer({ min: 150, max: 330 }), fc.string({ unit: units, maxLength: 20 }))
      .map(([length, end]) => 'word '.repeat(length / 5).trimEnd() + end),
  )
  fc.assert(
    fc.property(text, (each) => {
      expect(preview(each)).toBe(oneLine(readable(each)))
    }),
    { numRuns: 3_000 },
  )
})
