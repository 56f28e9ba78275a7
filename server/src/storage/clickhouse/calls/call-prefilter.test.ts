import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JsonText } from '../../../json/text.ts'
import {
  callsWith,
  contains,
  containsAnyCase,
  eq,
  field,
  gt,
  gte,
  literal,
  lt,
  lte,
  oneOf,
  or,
} from '../../../query/cases/case.ts'
import { sql } from '../../../query/fragment.ts'
import { clickhouseForTests, dropDatabase, newDatabaseUrl } from '../../../testing/clickhouse.ts'
import { answerInMemory, bindCase } from '../../../testing/query-cases.ts'
import { by, column, newProjectId, start } from '../../conformance/rows.ts'
import { ClickHouse } from '../connection/client.ts'
import { openClickHouseStorage } from '../storage.ts'
import { parseTarget } from '../target.ts'
import { hasWord } from './call-prefilter.ts'

const server = await clickhouseForTests()

/** Values that are spelled in unusual ways, or that ClickHouse reads in another way than JavaScript. */
const VALUES = [
  ...[
    '"token"',
    '"to\\u006ben"',
    '"TOKEN"',
    '"to\\u212aen"',
    '"to\u212aen"',
    '"a token b"',
    '"tok"',
    '"İstanbul"',
    '"\\u0130stanbul"',
    '"to_ken"',
    '"to\\u005fken"',
    '"toXken"',
    '"line\\u000atoken"',
    '"\\u001Btoken"',
    '"\\uD800token"',
    '"\\ud8ABtoken"',
  ],
  ...[
    '5',
    '5.0',
    '50e-1',
    '"5"',
    '"+5"',
    '" 5"',
    '"5.0"',
    '-0',
    '1e999',
    '-1e999',
    '"1e999"',
    '0.30000000000000004',
  ],
  ...[
    '0.3',
    '9007199254740993',
    '9007199254740992',
    '1e21',
    '4e-320',
    'true',
    '"true"',
    'null',
    '""',
    'missing',
  ],
  ...['["token"]', '{"token": 5}', `"${'long '.repeat(60)}token"`, '[5]', '"line\\ntoken"', '"Infinity"'],
]

/** Newer calls than those, so many that the first look at a page ends among them. */
const NEWER = Array.from({ length: 80 }, (_, at) => `"newer ${at}"`)

const X = field('inputs.x')
const CONDITIONS = [
  ...[eq(X, literal('"token"')), eq(literal('"token"'), X), eq(X, literal('"5"')), eq(X, literal('"true"'))],
  ...[
    contains(X, literal('"token"')),
    containsAnyCase(X, literal('"TOKEN"')),
    contains(X, literal('"line\\ntok"')),
  ],
  ...[contains(field('inputs'), literal('"token"')), containsAnyCase(field('inputs'), literal('"istanbul"'))],
  ...[
    contains(field('inputs'), literal('"TOKEN"')),
    containsAnyCase(field('inputs'), literal('"ToKen"')),
    contains(field('inputs'), literal('"to_ken"')),
    containsAnyCase(field('inputs'), literal('"O_K"')),
    contains(field('inputs'), literal('"ntoken"')),
    contains(field('inputs'), literal('"u001btok"')),
    contains(field('inputs'), literal('"ud800tok"')),
    contains(field('inputs'), literal('"abtoken"')),
    containsAnyCase(X, literal('"INFINITY"')),
  ],
  ...[
    contains(X, literal('"nfinity"')),
    contains(X, literal('"999"')),
    contains(field('inputs'), literal('"e999"')),
  ],
  ...[
    eq(X, literal('5')),
    eq(X, literal('5.0')),
    gt(X, literal('4.5')),
    gte(X, literal('0.3')),
    lt(X, literal('0.3')),
  ],
  ...[
    lte(X, literal('-1')),
    lt(literal('9007199254740992'), X),
    gt(X, literal('1e300')),
    gt(X, literal('0.0')),
  ],
  ...[oneOf(X, literal('"token"'), literal('"5"')), oneOf(X, literal('5'), literal('9007199254740993'))],
  ...[eq(literal('1'), literal('1'))],
  // Calls with equal values differ in their ids.
  ...[or(eq(field('id'), literal('"true"')), eq(X, literal('5')))],
]

describe.skipIf(server === undefined)('what ClickHouse rules out does not match', () => {
  const project_id = newProjectId()
  const rows = callsWith(...VALUES, ...NEWER)
  let opened: Awaited<ReturnType<typeof open>> | undefined
  beforeAll(async () => {
    opened = await open(server?.urls[0] ?? '')
    await opened.storage.calls.write(
      (rows.calls ?? []).map(({ id, inputs = '{}' }, at) =>
        start({ project_id, id }, { started_at: at, inputs: new JsonText(inputs) }),
      ),
    )
    // Merges make the index of words.
    await opened.clickhouse.command('OPTIMIZE TABLE call_parts FINAL')
  })
  afterAll(() => opened?.close())

  test('an index serves a search for a phrase', async () => {
    const settings = { force_data_skipping_indices: 'by_word' }
    const search = (word: string) =>
      opened?.clickhouse.query(sql`select id from call_parts where ${hasWord(word)}`, { settings })

    expect((await search('ToKeN'))?.length).toBeGreaterThan(0)
    expect(await search('lantern')).toEqual([])
  })

  test.each(CONDITIONS)('%s', async (query) => {
    const bound = bindCase({ resource: 'calls', query })
    const search = { project_id, filter: {}, ...bound }
    const calls = opened?.storage.calls

    const expected = answerInMemory({ resource: 'calls', rows }, bound, project_id)
    expect(await calls?.find(search)).toEqual(expected)
    expect(await calls?.count(search)).toBe(expected.length)
    const newest = { ...search, sort: [by(column('started_at', 'instant'), 'desc')], limit: 5 }
    expect(await calls?.find(newest)).toEqual(expected.toReversed().slice(0, 5))
  })

  // All starts of a small project are read at once; those of a large one after a look at the newest.
  test.each([80, 30_001])(
    'deleted and restarted calls are found by what counts, behind %i others',
    async (others) => {
      const project = newProjectId()
      const startOf = (id: string, inputs: object, started_at: number) =>
        start({ project_id: project, id }, { started_at, inputs: new JsonText(JSON.stringify(inputs)) })
      const write = (...args: Parameters<typeof startOf>) => opened?.storage.calls.write([startOf(...args)])
      const newer = Array.from({ length: others }, (_, at) => startOf(`newer-${at}`, {}, 1_000 + at))
      await opened?.storage.calls.write(newer)
      await write('kept', { x: 'token' }, 1)
      await write('deleted', { x: 'token' }, 2)
      await write('changed', { x: 'token' }, 3)
      await write('changed', { x: 'other' }, 3)
      await write('moved', { x: 'token' }, 4)
      await write('moved', { x: 'token' }, 0)
      await write('large', { x: 'token', rest: 'long '.repeat(60_000) }, 5)
      const bound = bindCase({ resource: 'calls', query: eq(X, literal('"token"')) })
      const search = { project_id: project, filter: {}, ...bound }
      const all = { project_id: project, filter: {}, sort: [] }
      const counts = async () => [
        await opened?.storage.calls.count(all),
        await opened?.storage.calls.count(search),
        await opened?.storage.calls.count({ ...all, filter: { call_ids: ['kept', 'deleted'] } }),
        await opened?.storage.calls.count({ ...all, filter: { call_ids: ['kept'] } }),
      ]

      const before = await counts()
      await opened?.storage.calls.write([
        { part: 'delete', project_id: project, id: 'deleted', deleted_at: 9 },
      ])

      expect(before).toEqual([others + 5, 4, 2, 1])
      // The first count finds out that something was deleted; the others know.
      expect(await counts()).toEqual([others + 4, 3, 1, 1])
      const another = await opened?.openAgain()
      expect(await another?.calls.count(search)).toBe(3)
      await another?.close()
      const newest = { ...search, sort: [by(column('started_at', 'instant'), 'desc')], limit: 5 }
      expect(await opened?.storage.calls.find(newest)).toEqual(['large', 'kept', 'moved'])
    },
  )
})

async function open(node: string) {
  const url = newDatabaseUrl(node)
  const storage = await openClickHouseStorage({ url })
  const clickhouse = new ClickHouse(parseTarget(url))
  const close = async () => {
    await clickhouse.close()
    await storage.close()
    await dropDatabase(url)
  }
  return { storage, clickhouse, close, openAgain: () => openClickHouseStorage({ url }) }
}
