import { expect, test } from 'vitest'
import { aliasesIn, constant, joined, render, type SqlWriter, sql, trusted } from './fragment.ts'

const TYPED: SqlWriter = {
  parameter: (value) => `{${typeof value}}`,
  quote: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
}

test('the writer decides how parameters and constants are written', () => {
  const condition = sql`${trusted('a')} = ${'x'} and b > ${5n} and c < ${0.5}`
  const statement = sql`select ${constant("it's \\")} where ${condition}`

  expect(render(statement, TYPED)).toEqual({
    sql: "select 'it\\'s \\\\' where a = {string} and b > {bigint} and c < {number}",
    params: ['x', 5n, 0.5],
  })
})

test('parameters come in the order in which they appear, wherever they were put together', () => {
  const last = sql`${'last'}`
  const list = joined([sql`${'first'}`, sql`(${'second'}, ${last})`], ', ')

  expect(render(list, TYPED).params).toEqual(['first', 'second', 'last'])
})

test('a statement knows which joined tables it reads', () => {
  const condition = sql`${trusted('s.inputs', 's')} = ${sql`lower(${trusted('e.output', 'e')})`}`

  expect([...aliasesIn(condition, trusted('c.id'))]).toEqual(['s', 'e'])
})
