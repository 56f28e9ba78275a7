import { afterAll, expect, test } from 'vitest'
import { constant, render, sql } from '../../query/fragment.ts'
import { clickhouseForTests } from '../../testing/clickhouse.ts'
import { ClickHouse } from './connection/client.ts'
import { LITERALS } from './literals.ts'
import { parseTarget } from './target.ts'

const server = await clickhouseForTests()
const clickhouse = server && new ClickHouse(parseTarget(`${server.urls[0]}/system`))
afterAll(() => clickhouse?.close())

const read = async (value: string | number | bigint) =>
  (await clickhouse?.query<{ v: unknown; t: string }>(sql`select ${value} as v, toTypeName(v) as t`))?.[0]

const TEXTS = [
  '',
  "it's",
  '\\',
  "\\' or 1=1 --",
  '\n\r\t\b\f\v\x1b',
  '%_ {p:String} /* */ -- # ;',
  'ü 🧵 \u{10FFFF} \u2028',
]

test.skipIf(!clickhouse).each(TEXTS)('a text arrives as it is: %j', async (text) => {
  expect(await read(text)).toEqual({ v: text, t: 'String' })
})

test.skipIf(!clickhouse)('a long text arrives as it is', async () => {
  const text = "it's long ".repeat(100_000)

  expect((await read(text))?.v === text).toBe(true)
})

test.skipIf(!clickhouse)('half a surrogate pair and NUL arrive as the replacement character', async () => {
  expect(await read('a\ud83c\0')).toMatchObject({ v: 'a\ufffd\ufffd' })
})

test.skipIf(!clickhouse).each([0, 5, -5, 0.1, -0.1, 1e300, 5e-324, 2 ** 53, -1e21])(
  'a number arrives as a double: %d',
  async (value) => {
    expect(await read(value)).toEqual({ v: value, t: 'Float64' })
  },
)

test.skipIf(!clickhouse).each([0n, -1n, 2n ** 53n - 1n, -(2n ** 53n) + 1n])(
  'an integer arrives as an integer: %d',
  async (value) => {
    const found = await read(value)

    expect(found?.v).toBe(Number(value))
    expect(found?.t).toMatch(/^U?Int/)
  },
)

test('values are literals in the statement, quoted or in parentheses', () => {
  const statement = sql`select ${constant("it's")}, 1-${-1n}, ${Uint8Array.of(0, 255)}`

  expect(render(statement, LITERALS).sql).toBe("select 'it\\'s', 1-(-1), unhex('00ff')")
})
