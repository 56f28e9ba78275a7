import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasBit } from '../bits.ts'
import { addTrigrams, SIGNATURE_BITS } from './trigrams.ts'

/** A capital I with a dot above: two characters in lower case, so that a text with it is folded as a whole. */
const TWO_FOLDED = '\u0130'

const bitsOf = (...texts: readonly string[]): number[] => {
  const bits = new Uint8Array(SIGNATURE_BITS / 8)
  for (const text of texts) addTrigrams(bits, Buffer.from(text))
  return Array.from({ length: SIGNATURE_BITS }, (_, bit) => bit).filter((bit) => hasBit(bits, bit))
}

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    '\\',
    '\\\\',
    '\\n',
    '\\"',
    '\\/',
    '\\u0009',
    '\\u000A',
    '\\u0041',
    '\\u012',
    '\\ud83d\\ude00',
  ),
  fc.constantFrom(
    '\\\\u0009',
    'ΟΔΟΣ',
    'ς',
    'ÄÖ',
    '\u{1f600}',
    '\u{10400}',
    '\\ud801\\udc00',
    'u00',
    '\0',
    'K',
    '\ud801',
    '\udc00',
    '\\\ud801',
  ),
)

test('a text that is read in one pass has the trigrams of one whose forms are folded as a whole', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const own = new Set(bitsOf(pieces.join('')))
      const folded = bitsOf(TWO_FOLDED + pieces.join(''))

      expect(folded).toEqual(expect.arrayContaining([...own]))
      // Two with the first two characters, in both forms.
      expect(folded.filter((bit) => !own.has(bit)).length).toBeLessThanOrEqual(4)
    }),
    { numRuns: 500 },
  )
})

test('texts have together the trigrams that each of them has, whatever was read before', () => {
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const together = bitsOf(one, other, one)

      expect(together).toEqual([...new Set([...bitsOf(one), ...bitsOf(other)])].sort((a, b) => a - b))
      expect(bitsOf(one)).toEqual(bitsOf(one))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['letters', 'The QUICK brown fox', 'the quick brown fox'],
  ['the last sigma of a word', 'ΟΔΟΣ', 'οδοσ'],
  ['a script whose letters are pairs', '\u{10400}\u{10401}', '\u{10428}\u{10429}'],
])('%s have the trigrams of their lower case', (_, text, lower) => {
  expect(bitsOf(text)).toEqual(bitsOf(lower))
})

test('an escape has the trigrams of what it means, and of its shortest spelling', () => {
  expect(bitsOf('a\\u000Ab')).toEqual(
    [...new Set([...bitsOf('a\nb'), ...bitsOf('a\\nb')])].sort((a, b) => a - b),
  )
})
