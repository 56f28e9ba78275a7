import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packTexts, TextBlock } from './text-block.ts'

const ROWS = [
  ['first', null, 'ä'],
  ['', 'second', '😀'],
]

test.each([
  [
    'column by column',
    packTexts(ROWS.map((row) => row.map((text) => (text === null ? null : Buffer.from(text))))),
  ],
  ['row by row, as earlier versions did', packedByRow(ROWS)],
])('texts that were packed %s are read by row and column', (_, packed) => {
  const block = new TextBlock(packed)
  const cells = <T>(read: (row: number, column: number) => T) =>
    ROWS.map((row, at) => row.map((_, column) => read(at, column)))

  expect(block.rows).toBe(2)
  expect(cells((row, column) => block.text(row, column))).toEqual(ROWS)
  expect(cells((row, column) => block.bytes(row, column)?.toString() ?? null)).toEqual(ROWS)
  expect(cells((row, column) => block.length(row, column))).toEqual([
    [5, null, 2],
    [0, 6, 4],
  ])
})

function packedByRow(rows: readonly (readonly (string | null)[])[]): Uint8Array {
  const texts = rows.flat().map((text) => (text === null ? null : Buffer.from(text)))
  const lengths = Int32Array.from(texts, (text) => text?.length ?? -1)
  const counts = Int32Array.of(rows.length, rows[0]?.length ?? 0)
  return brotliCompressSync(
    Buffer.concat([
      Buffer.from(counts.buffer),
      Buffer.from(lengths.buffer),
      ...texts.flatMap((text) => text ?? []),
    ]),
  )
}
