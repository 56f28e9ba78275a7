import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonText } from '../../../json/text.ts'
import { partMakers } from '../../conformance/random-parts.ts'
import { end, start } from '../../conformance/rows.ts'
import { type PartRow, partRows, type UnpackedText } from './call-parts.ts'
import { packedParts, unpackRows } from './packed-parts.ts'

/** Rows with their payloads as strings again. */
const inStrings = (rows: readonly PartRow<UnpackedText | Uint8Array>[]) =>
  JSON.parse(
    JSON.stringify(rows, (key, value) => {
      if (value?.type === 'Buffer') return Buffer.from(value.data).toString()
      if (key === 'payload')
        return value.map((each: unknown) => (Array.isArray(each) ? JsonText.joined(each) : each))
      return value instanceof JsonText ? value.text : value
    }),
  )

test('rows of any parts are the same after they were packed', () => {
  fc.assert(
    fc.property(fc.array(partMakers()), (makers) => {
      const parts = makers.map((make) => make('team/app'))

      expect(inStrings(unpackRows(packedParts(parts)))).toEqual(inStrings(partRows(parts)))
    }),
  )
})

test('a call may have any number of refs', () => {
  const input_refs = Array.from({ length: 200_000 }, (_, at) => `weave:///t/p/object/x:${at}`)
  const parts = [start({ project_id: 'team/app', id: 'a' }, { input_refs })]

  expect(inStrings(unpackRows(packedParts(parts)))).toEqual(inStrings(partRows(parts)))
})

test('a text is packed from its parts, decoded or not', () => {
  const inner = JsonText.ofUtf8(Buffer.from(`{"text":"${'é'.repeat(99)}"}`).toString('latin1'))
  const inputs = JsonText.joined(['{"é":', inner, '}'])
  const otel_dump = JsonText.joined(['{"input":', inner, ',"ü":', new JsonText('"ö"'), '}'])
  const key = { project_id: 'team/app', id: 'a' }

  const [row] = unpackRows(packedParts([start(key, { inputs, otel_dump })]))

  const inUtf8 = `{"text":"${'é'.repeat(99)}"}`
  expect(inStrings(row ? [row] : [])).toMatchObject([
    { start: { payload: ['{}', `{"é":${inUtf8}}`, '{"input":\u0001,"ü":"ö"}'] } },
  ])
})

test('texts of any size are packed, in UTF-8', () => {
  const text = (length: number) => new JsonText(`"${'aé€😀'.repeat(length)}"`)
  const key = { project_id: 'team/app', id: 'a' }
  const [attributes, inputs, output] = [text(1), text(3_000), text(300_000)]
  const [input_preview, output_preview, exception] = ['a\0b', 'x'.repeat(65_535), '€'.repeat(65_536)]

  const [row] = unpackRows(
    packedParts([
      start(key, { attributes, inputs, input_preview }),
      end(key, { output, output_preview, exception }),
    ]),
  )

  expect(inStrings(row ? [row] : [])).toMatchObject([
    {
      start: { payload: [attributes.text, inputs.text, null], preview: 'a\uFFFDb' },
      end: { payload: [output.text, '{}'], preview: output_preview, exception },
    },
  ])
})
