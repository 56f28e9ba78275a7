import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from '../../format/download.ts'
import { columnsOf, csvRecords, mappedRow, rowsOfFile } from './read-file.ts'

const parsed = (rows: readonly string[]) => rows.map((row) => JSON.parse(row))

test('a CSV column of numbers, booleans or JSON keeps its type, and any other is text', () => {
  const csv = 'n,ok,tags,zip\r\n1.50,true,"[""a""]",01234\r\n,false,,12345\r\n'

  const rows = rowsOfFile('rows.csv', csv)

  expect(rows).toEqual([
    '{"n":1.50,"ok":true,"tags":["a"],"zip":"01234"}',
    '{"n":null,"ok":false,"tags":null,"zip":"12345"}',
  ])
})

test('quotes, delimiters and line breaks inside quoted cells are kept', () => {
  expect(csvRecords('a;b\n"say ""hi"";\nthere";2\n')).toEqual([
    ['a', 'b'],
    ['say "hi";\nthere', '2'],
  ])
})

test('a CSV export is read back cell by cell', () => {
  const cell = fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text))
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1 })
  fc.assert(
    fc.property(table, (rows) => {
      const records = [['left', 'right'], ...rows]
      expect(csvRecords(csvText(records))).toEqual(records)
    }),
  )
})

test('JSON lines and a JSON array keep their numbers and hostile keys as written', () => {
  const row = '{"n":12345678901234567890,"__proto__":{"x":1}}'

  expect(rowsOfFile('rows.jsonl', `\uFEFF${row}\n\n${row}\r\n`)).toEqual([row, row])
  expect(rowsOfFile('rows.json', `[${row}, ${row}]`)).toEqual([row, row])
})

test.each([
  ['rows.jsonl', '{"a":1}\n{"a":', 'Line 2 is not valid JSON'],
  ['rows.jsonl', '{"a":1}\n7', 'Line 2 is not a JSON object'],
  ['rows.csv', 'a,a\n1,2', 'Two columns are named "a"'],
  ['rows.csv', 'a\n1,2', 'Record 2 has more cells than the header'],
  ['rows.csv', 'a\n"1', 'A quoted cell is never closed'],
])('%s with %j is refused: %s', (name, content, problem) => {
  expect(() => rowsOfFile(name, content)).toThrow(problem)
})

test('columns are renamed and left out', () => {
  const rows = ['{"q":"x","id":1}', '{"q":"y","__proto__":2}']

  expect(columnsOf(rows).map(({ name }) => name)).toEqual(['q', 'id', '__proto__'])
  const columns = [
    { source: 'q', name: 'input' },
    { source: '__proto__', name: 'p' },
  ]
  expect(parsed(rows.map((row) => mappedRow(row, columns)))).toEqual([{ input: 'x' }, { input: 'y', p: 2 }])
})

test('a column that only a late row has is one', () => {
  const rows = [...Array.from({ length: 1_000 }, () => '{"q":1}'), '{"z":1}']

  expect(columnsOf(rows).map(({ name }) => name)).toEqual(['q', 'z'])
})
