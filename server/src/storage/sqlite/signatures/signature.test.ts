import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTree } from '../../../json/tree.ts'
import { documentText } from '../../../query/values.ts'
import { blocksWith, bytesTest, mayContain, requirementsOf, signatureOf, slicesOf } from './signature.ts'
import { SIGNATURE_BITS } from './trigrams.ts'

test('no phrase that a text contains is missed, whatever JSON it comes from and however it is written', () => {
  const json = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
    fc.string({ unit: 'binary' }).map((text) => escapeAll(JSON.stringify(text))),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => `{"a":[${number.toExponential()}]}`),
  )
  fc.assert(
    fc.property(json, fc.nat(), fc.nat({ max: 12 }), fc.boolean(), (text, from, length, isUpper) => {
      const shown = documentText(parseTree(text))
      const start = shown.length === 0 ? 0 : from % shown.length
      const phrase = shown.slice(start, start + length)
      const asked =
        isUpper && phrase.toUpperCase().toLowerCase() === phrase.toLowerCase() ? phrase.toUpperCase() : phrase
      // A phrase cut inside a surrogate pair has no case, so the search itself may not find it.
      fc.pre(shown.toLowerCase().includes(asked.toLowerCase()))
      expect(mayContain(signatureOf([Buffer.from(text)]), requirementsOf(asked))).toBe(true)
      expect(bytesTest(asked, true)?.(Buffer.from(text)) ?? true).toBe(true)
      expect(bytesTest(phrase, false)?.(Buffer.from(text)) ?? true).toBe(true)
    }),
    { numRuns: 2_000, examples: [['"\\ud81b\\ude40\\ud800\\udc11"', 1, 3, false]] },
  )
})

test('most texts without a phrase are ruled out', () => {
  const texts = Array.from({ length: 200 }, (_, at) =>
    JSON.stringify({ text: `order ${at * 7919} of teak chairs` }),
  )
  const required = requirementsOf('zebra 4711')

  expect(texts.filter((text) => mayContain(signatureOf([Buffer.from(text)]), required))).toEqual([])
})

test.each([
  ['the phrase', '{"m":["a red lantern"]}', true, true],
  ['other words', '{"m":["a red lamp"]}', false, false],
  ['the phrase in another case', '{"m":["a RED lantern"]}', false, true],
  ['the phrase in two texts', '{"m":["a red","lantern"]}', false, false],
  ['escapes, which may mean the phrase', '{"m":["a red \\u006camp"]}', true, true],
])('a text may contain a phrase if it has %s: %s', (_, text, isFound, isFoundInAnyCase) => {
  const tests = [false, true].map((isAnyCase) => bytesTest('red lantern', isAnyCase)?.(Buffer.from(text)))

  expect(tests).toEqual([isFound, isFoundInAnyCase])
})

test('slices tell of each block what its signature tells', () => {
  const signatures = Array.from({ length: 19 }, (_, at) =>
    signatureOf([Buffer.from(`text number ${at} with its own words ${at ** 5}`)]),
  )
  const slices = slicesOf(signatures)
  const sliceOf = (bit: number) =>
    slices[Math.floor(bit / (SIGNATURE_BITS / slices.length))] ?? new Uint8Array()
  for (const phrase of ['number 7', 'own words 59049', 'text', 'absent']) {
    const requirements = requirementsOf(phrase)
    const masks = requirements.map((requirement) => blocksWith(requirement, sliceOf))
    for (const [block, signature] of signatures.entries()) {
      const isIn = masks.every((mask) => ((mask[block >> 3] ?? 0) & (1 << (block & 7))) !== 0)
      expect(isIn).toBe(mayContain(signature, requirements))
    }
  }
})

test.each(['', 'ab', '","', '{}[]'])('a phrase that says too little (%j) rules nothing out', (phrase) => {
  expect(requirementsOf(phrase)).toEqual([])
})

/** Every character as an escape. */
const escapeAll = (json: string): string =>
  `"${JSON.parse(json).replace(/[\s\S]/g, (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`

test.each([
  ['an exception with backslashes', 'C:\\work\\notes\\bobby.txt', 'bobby'],
  ['an escape in a container', '{"m":[{"c":"hello\\nbarbara"}]}', '\\nbarb'],
  ['the letter of an escape', '{"m":[{"c":"hello\\nbarbara"}]}', 'nbarb'],
  ['an escaped character behind an escape', '{"m":[{"c":"hello\\n\\u4f60\\u597d"}]}', '\\n你好'],
  ['an escaped slash behind an escape', '{"m":["see\\n\\/usr\\/bin"]}', '\\n/usr/bin'],
  ['a small number', '{"m":[0.000000123]}', '1.23e-7'],
  ['a number with more digits than it needs', '{"m":[2.2999999999999998]}', '2.3'],
  ['an escape that JSON writes shorter', '{"m":["hello\\u000abarbara"]}', '\\nbarb'],
])('%s is found', (_, text, phrase) => {
  expect(mayContain(signatureOf([Buffer.from(text)]), requirementsOf(phrase))).toBe(true)
})
