import { describe, expect, test } from 'vitest'
import { ByteSink } from './byte-sink.ts'

const LONG = 'a'.repeat(30)

const written = (write: (sink: ByteSink) => void) => {
  const sink = new ByteSink()
  write(sink)
  return Buffer.concat(sink.finish())
}

/** The length of a text as it stands before its bytes, and the text. */
function readText(bytes: Buffer) {
  let [length, at] = [0, 0]
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[at++] ?? 0
    length += (byte % 128) * factor
    if (byte < 128) break
  }
  return { varintBytes: at, length, text: bytes.toString('utf8', at) }
}

describe('a text', () => {
  test.each([0, 1, 23, 24, 25, 42, 43, 127, 128, 129, 5_461, 5_462, 16_383, 16_384, 65_537, 2_097_152])(
    'of %i characters has the shortest length, whatever its characters take',
    (chars) => {
      for (const character of ['a', 'é', '京']) {
        const text = character.repeat(chars)
        const bytes = Buffer.byteLength(text)

        const read = readText(written((sink) => sink.text(text)))

        expect(read.text === text).toBe(true)
        expect(read).toMatchObject({
          length: bytes,
          varintBytes: Math.max(1, Math.ceil(Math.log2(bytes + 1) / 7)),
        })
      }
    },
  )

  test.each([
    ['a\0b', 'a\ufffdb'],
    [`${LONG}\0`, `${LONG}\ufffd`],
    ['\ud800', '\ufffd'],
    [`${LONG}\udfff`, `${LONG}\ufffd`],
  ])('has U+FFFD in place of what cannot be stored: %j', (text, stored) => {
    expect(readText(written((sink) => sink.text(text))).text).toBe(stored)
  })
})

test('numbers are little-endian', () => {
  const view = new DataView(
    new Uint8Array(
      written((sink) => {
        for (const value of [-1, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]) sink.int64(value)
        sink.double(-0.1)
        sink.uint32(2 ** 32 - 1)
      }),
    ).buffer,
  )

  expect([0, 8, 16].map((at) => view.getBigInt64(at, true))).toEqual([-1n, -(2n ** 53n) + 1n, 2n ** 53n - 1n])
  expect(view.getFloat64(24, true)).toBe(-0.1)
  expect(view.getUint32(32, true)).toBe(2 ** 32 - 1)
})

test('what was written is complete, however large', () => {
  const pieces = Array.from({ length: 5_000 }, (_, at) => `${at}:${'x'.repeat(at % 1_500)}`)

  const sink = new ByteSink()
  for (const piece of pieces) sink.text(piece)
  sink.bytes(Buffer.alloc(3_000_000, 1))
  const chunks = sink.finish()

  const bytes = Buffer.concat(chunks)
  let at = 0
  for (const piece of pieces) {
    const { varintBytes, length, text } = readText(bytes.subarray(at, at + 4_000))
    expect(text.slice(0, length)).toBe(piece)
    at += varintBytes + length
  }
  expect(readText(bytes.subarray(at)).length).toBe(3_000_000)
  expect(chunks.length).toBeLessThan(20)
})
