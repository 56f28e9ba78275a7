import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signatureOf } from './signature.ts'
import { partsUnlikeBefore } from './unlike-before.ts'

const piece = fc.constantFrom(
  ' ',
  'Ähre',
  '😀',
  '\\n',
  '\\u00e9',
  '\\',
  '12',
  '34.5e6',
  '.789',
  '"a":',
  'İ',
  'words ',
)
const text = (minLength: number) =>
  fc.array(piece, { minLength, maxLength: 2 * minLength }).map((pieces) => pieces.join(''))

test('texts have the same signature without what is like the text before', () => {
  fc.assert(
    fc.property(text(800), fc.array(fc.tuple(fc.nat(), text(10)), { maxLength: 4 }), (base, others) => {
      const texts = [base, ...others.map(([length, end]) => base.slice(0, length % base.length) + end)].map(
        (each) => Buffer.from(each),
      )
      const parts = texts.map(partsUnlikeBefore())

      expect(signatureOf(parts)).toEqual(signatureOf(texts))
    }),
    { numRuns: 100 },
  )
})

test.each([
  [' é', ' è'],
  [' 世', ' 丗'],
  [' 😀', ' 😁'],
  [' \\u4f60', ' \\u4e16'],
  [' \\ud83d\\ude00', ' \\ud83d\\ude01'],
])(
  'a character after a space that begins like the one before it (%s, %s) is not left out',
  (first, second) => {
    for (let length = 1_020; length < 1_020 + 64; length++) {
      const texts = [first, second].map((end) => Buffer.from(`${'a'.repeat(length)}x${end} more"`))
      const parts = texts.map(partsUnlikeBefore())

      expect(signatureOf(parts)).toEqual(signatureOf(texts))
    }
  },
)

test('of a long text, little more is left than what the text before does not have', () => {
  const history = 'a word and another '.repeat(500)
  const unlikeBefore = partsUnlikeBefore()

  expect(unlikeBefore(Buffer.from(`${history}first`)).length).toBe(history.length + 5)
  expect(unlikeBefore(Buffer.from('short'))).toEqual(Buffer.from('short'))
  expect(unlikeBefore(Buffer.from(`${history}second`)).length).toBeLessThan(100)
  expect(unlikeBefore(Buffer.from('other '.repeat(500))).length).toBe(3_000)
})
