import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonParts, JsonText } from '../../../json/text.ts'
import {
  cutInputs,
  cutInputsOf,
  cutOutput,
  cutOutputOf,
  fillGaps,
  fillGapsInBytes,
  wholeLength,
} from './span-dump-gaps.ts'

const MESSAGES = JSON.stringify([{ role: 'user', content: '$& "é😀" '.repeat(9) }])
const INPUTS = `{"input.value":${MESSAGES}}`
const OUTPUT = JSON.stringify({ text: '\\u0001 $1 '.repeat(9) })
const DUMP = `{"name":"chat","input":{"value":${MESSAGES}},"output":${OUTPUT}}`

const cutBoth = (dump: string, inputs: string, output: string | null) =>
  cutOutput(
    cutInputs(Buffer.from(dump), Buffer.from(inputs)),
    output === null ? null : Buffer.from(output),
  ).toString()

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
  const stored = cutInputs(Buffer.from(DUMP), Buffer.from(INPUTS)).toString()
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

describe('a dump in parts', () => {
  const inUtf8 = (text: string) => JsonText.ofUtf8(Buffer.from(text).toString('latin1'))
  const storedOf = (parts: JsonParts) => JsonText.joined(parts).text

  test.each([
    ['decoded', (text: string) => new JsonText(text)],
    ['not decoded', inUtf8],
  ])('lacks texts that are parts of it, %s', (_, jsonOf) => {
    const [messages, output] = [jsonOf(MESSAGES), jsonOf(OUTPUT)]
    const dump = JsonText.joined(['{"name":"chat","input":{"value":', messages, '},"output":', output, '}'])
    const inputs = JsonText.joined(['{"input.value":', messages, '}'])

    const stored = cutOutputOf(cutInputsOf(dump, inputs), output)

    expect(stored.some((part) => part instanceof JsonText)).toBe(false)
    expect(storedOf(stored)).toBe(cutBoth(DUMP, INPUTS, OUTPUT))
  })

  test('is the same again, whatever is a part of it', () => {
    const json = fc.oneof(fc.constantFrom(INPUTS, MESSAGES, OUTPUT), fc.json())
    const part = fc.oneof(
      json,
      json.map((text) => new JsonText(text)),
      json.map(inUtf8),
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.constantFrom(new JsonText(INPUTS), inUtf8(INPUTS)),
        fc.constantFrom(new JsonText(OUTPUT), inUtf8(INPUTS), new JsonText('{}')),
        (values, inputs, output) => {
          const dump = JsonText.joined(['[', ...values.flatMap((value) => [value, ',']), '0]'])
          const stored = storedOf(cutOutputOf(cutInputsOf(dump, inputs), output))
          const whole = fillGaps(
            stored,
            () => inputs.text,
            () => output.text,
          )
          expect(whole).toBe(dump.text)
        },
      ),
    )
  })
})
