import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeColumn, encodeCodes, encodeNumbers, FIRST_CODE, UNKNOWN } from './column.ts'
import { tokenReader } from './token-reader.ts'

const tokens = fc.oneof(
  fc.constantFrom('null', 'true', '1', '1.0', '-0', '0', '9007199254740993', '1e400', '1e21', '0.1'),
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)

/** Null for no value, undefined for an unknown one. */
const values = fc.oneof(tokens, tokens, fc.constant(null), fc.constant(undefined))

test('a column reads as it was written, in whatever form it is kept', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(values, fc.constant(null)), { minLength: 1, maxLength: 300 }), (column) => {
      expect(roundTrip(column)).toEqual(column)
    }),
  )
})

test('columns of plain integers, doubles, few and many values read as they were written', () => {
  const places = Array.from({ length: 1024 }, (_, place) => place)
  const columns = [
    places.map((place) => String(1_700_000_000_000_000 + place * 1000)),
    places.map((place) => String(place / 7)),
    places.map((place) => (place % 9 === 0 ? String(place * 3) : null)),
    places.map((place) => JSON.stringify(`user-${place}`)),
    places.map((place) => JSON.stringify(`model-${place % 5}`)),
    places.map((place) => (place === 5 ? '"x"' : null)),
    places.map(() => '"constant"'),
    places.map(() => null),
    places.map(() => undefined),
  ]

  for (const column of columns) expect(roundTrip(column)).toEqual(column)
})

test('numbers read as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.double(), fc.maxSafeInteger()), { minLength: 1 }), (numbers) => {
      const given = Float64Array.from(numbers, (number) => (Object.is(number, -0) ? 0 : number))

      const read = decodeColumn(encodeNumbers(given))

      expect(read).toEqual({ kind: 'numbers', values: given })
    }),
  )
})

function roundTrip(column: readonly (string | null | undefined)[]): (string | null | undefined)[] {
  const known = [...new Set(column.filter((token) => typeof token === 'string'))]
  const codes = Uint16Array.from(column, (token) => {
    if (token === null) return 0
    return token === undefined ? UNKNOWN : FIRST_CODE + known.indexOf(token)
  })
  const tokenAt = tokenReader(decodeColumn(encodeCodes(codes, known)))
  return column.map((_, place) => tokenAt(place))
}
