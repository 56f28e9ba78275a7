import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { newRow, newTable, updatedTable } from './table.ts'

const row = (text: string) => new JsonText(text)
const ONE = row('{"n":1}')
const TWO = row('{"n":2}')
const THREE = row('{"n":3}')

const tableOf = (...rows: JsonText[]) => newTable(rows.map((val) => newRow(val)))
const digestsOf = (...rows: JsonText[]) => tableOf(...rows).row_digests

test('a table lists the digests of its rows in order, duplicates included', () => {
  const table = tableOf(ONE, TWO, ONE)

  const [one, two] = digestsOf(ONE, TWO)
  expect(table.row_digests).toEqual([one, two, one])
  expect(table.rows.map(({ val }) => val)).toEqual([ONE, TWO, ONE])
})

test('a table without rows has the digest of the empty text', () => {
  expect(tableOf().digest).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('rows may have digests of another form', () => {
  const table = newTable([newRow(ONE, () => 'other')])

  expect(table.row_digests).toEqual(['other'])
})

test('updates apply in order, and result in the same table as its final rows', () => {
  const base = digestsOf(ONE, TWO)
  const [one, two, three] = digestsOf(ONE, TWO, THREE)

  const table = updatedTable(base, [
    { append: { row: THREE } },
    { pop: { index: 0 } },
    { insert: { index: 0, row: THREE } },
    { insert: { index: 3, row: ONE } },
  ])

  expect(table.row_digests).toEqual([three, two, three, one])
  expect(table.digest).toBe(tableOf(THREE, TWO, THREE, ONE).digest)
  expect(table.updated_row_digests).toEqual([three, one, three, one])
  expect(table.rows.map(({ val }) => val)).toEqual([THREE, THREE, ONE])
  expect(base).toEqual([one, two])
})

test.each([
  [{ pop: { index: 2 } }],
  [{ pop: { index: -1 } }],
  [{ insert: { index: 3, row: ONE } }],
  [{ insert: { index: -1, row: ONE } }],
])('the update %j is out of range', (update) => {
  expect(() => updatedTable(digestsOf(ONE, TWO), [update])).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

test.each([[{}], [{ append: { row: ONE }, pop: { index: 0 } }]])('the update %j is malformed', (update) => {
  expect(() => updatedTable(digestsOf(ONE, TWO), [update])).toThrow(
    expect.objectContaining({ code: 'malformed_request' }),
  )
})

test('a long table is updated in many places at once', { timeout: 10_000 }, () => {
  const base = Array.from({ length: 500_000 }, (_, index) => `digest${index}`)
  const pops = Array.from({ length: 50_000 }, () => ({ pop: { index: 0 } }))

  const { row_digests, updated_row_digests } = updatedTable(base, pops)

  expect(row_digests).toHaveLength(450_000)
  expect(updated_row_digests.at(-1)).toBe('digest49999')
})
