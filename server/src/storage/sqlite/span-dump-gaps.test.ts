import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutInputs, cutOutput, fillGaps, fillGapsInBytes, wholeLength } from './span-dump-gaps.ts'

const MESSAGES = JSON.stringify([{ role: 'user', content: '$& "é😀" '.repeat(9) }])
const INPUTS = `{"input.value":${MESSAGES}}`
const OUTPUT = JSON.stringify({ text: '\\u0001 $1 '.repeat(9) })
const DUMP = `{"name":"chat","input":{"value":${MESSAGES}},"output":${OUTPUT}}`

const cutBoth = (dump: string, inputs: string, output: string | null) =>
  cutOutput(cutInputs(dump, inputs), output)

test('a dump lacks the inputs and the output of its call, and gets them back', () => {
  const stored = cutBoth(DUMP, INPUTS, OUTPUT)

  expect(stored).toBe('{"name":"chat","input":{"value":\u0001},"output":{"text":\u0002}}')
  expect(
    fillGaps(
      stored,
      () => INPUTS,
      () => OUTPUT,
    ),
  ).toBe(DUMP)
})

test('a dump that does not repeat a text, or only a short one, stays as it is', () => {
  expect(cutBoth(DUMP, '{"a":1}', '{}')).toBe(DUMP)
  expect(cutBoth(DUMP, INPUTS.replace('user', 'tool'), null)).toBe(DUMP)
})

test('texts are asked for only where they are missing', () => {
  const stored = cutInputs(DUMP, INPUTS)
  const fail = () => {
    throw new Error('must not be asked')
  }

  expect(fillGaps(stored, () => INPUTS, fail)).toBe(DUMP)
  expect(fillGaps(DUMP, fail, fail)).toBe(DUMP)
})

test('a dump is the same again, as text and as bytes, whatever it repeats and however often it is cut', () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(INPUTS, MESSAGES, OUTPUT), fc.json()), { maxLength: 6 })
  fc.assert(
    fc.property(pieces, fc.constantFrom(INPUTS, OUTPUT, '{}'), (values, output) => {
      const dump = `[${values.join()}]`
      const stored = cutBoth(cutBoth(dump, INPUTS, output), INPUTS, output)
      const text = fillGaps(
        stored,
        () => INPUTS,
        () => output,
      )
      const bytes = fillGapsInBytes(
        Buffer.from(stored),
        () => Buffer.from(INPUTS),
        () => Buffer.from(output),
      )
      expect(text).toBe(dump)
      expect(bytes.toString()).toBe(dump)
      expect(wholeLength(Buffer.from(stored), Buffer.from(INPUTS), Buffer.from(output))).toBe(bytes.length)
    }),
  )
})
