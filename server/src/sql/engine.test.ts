import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finished, recordFinished } from '../testing/builders.ts'
import { openService, type Service, startService } from '../testing/service.ts'
import { createSqlEngine } from './engine.ts'

const PROJECT = 'team/app'
const SECRET = 'the-secret-of-another-project'

let service: Service

beforeAll(async () => {
  service = await openService()
  const usage = { 'gpt-4o': { prompt_tokens: 10, completion_tokens: 5, requests: 1 } }
  await recordFinished(
    service,
    finished(PROJECT, 'a', { trace_id: 't1', op_name: 'answer', inputs: { q: 'why?' }, summary: { usage } }),
    finished(PROJECT, 'b', { trace_id: 't1', parent_id: 'a', op_name: 'tool', exception: 'Error: no' }),
    finished(PROJECT, 'c', {
      trace_id: 't2',
      op_name: 'answer',
      started_at: '2025-04-01T00:00:00Z',
      ended_at: '2025-04-01T00:00:01Z',
    }),
  )
  await recordFinished(
    service,
    finished('other/app', 'x', { trace_id: 'x', op_name: SECRET, inputs: { secret: SECRET } }),
  )
  for (const [project_id, note] of [
    [PROJECT, 'ours'],
    ['other/app', SECRET],
  ]) {
    const weave_ref = `weave:///${project_id}/call/${project_id === PROJECT ? 'a' : 'x'}`
    await service.post('/feedback/create', {
      project_id,
      weave_ref,
      feedback_type: 'wandb.note.1',
      payload: { note },
    })
  }
})

afterAll(() => service.close())

const ask = (sql: string, over: object = {}) => service.post('/sql', { project_id: PROJECT, sql, ...over })

async function rowsOf(sql: string, over: object = {}) {
  return Object((await ask(sql, over)).body).rows
}

describe('a question in SQL', () => {
  test('is answered from calls, traces, usage, feedback and objects', async () => {
    expect(await rowsOf('select id, status from calls order by id')).toEqual([
      ['a', 'descendant_error'],
      ['b', 'error'],
      ['c', 'success'],
    ])
    expect(await rowsOf('select trace_id, name, calls, errors from traces order by 1')).toEqual([
      ['t1', 'answer', 2, 1],
      ['t2', 'answer', 1, 0],
    ])
    expect(await rowsOf('select model, input_tokens, output_tokens from usage')).toEqual([['gpt-4o', 10, 5]])
    expect(await rowsOf("select call_id, payload ->> 'note' from feedback")).toEqual([['a', 'ours']])
    expect(await rowsOf('select count(*) from objects')).toEqual([[0]])
    expect(await rowsOf("select inputs ->> 'q' from calls where id = 'a'")).toEqual([['why?']])
  })

  test('has the tokens of both spellings that a model may have', async () => {
    const usage = { m: { prompt_tokens: 100, input_tokens: 20, completion_tokens: 5, output_tokens: 7 } }
    await recordFinished(service, finished('team/spellings', 'a', { summary: { usage } }))

    const rows = await rowsOf('select input_tokens, output_tokens from usage', {
      project_id: 'team/spellings',
    })

    expect(rows).toEqual([[120, 12]])
  })

  test('is about the time range that the request gives', async () => {
    expect(await rowsOf('select count(*) from calls', { since: '2025-03-31T00:00:00Z' })).toEqual([[1]])
    expect(await rowsOf('select count(*) from calls', { until: '2025-03-31T00:00:00Z' })).toEqual([[2]])
  })

  test('returns at most as many rows as asked for, and says if there are more', async () => {
    expect((await ask('select id from calls order by id', { limit: 2 })).body).toMatchObject({
      columns: ['id'],
      rows: [['a'], ['b']],
      has_more: true,
      read: { calls: 3, feedback: null },
    })
  })

  test.each(['select', 'select nope from calls', 'selec 1', 'select 1 from nowhere', ''])(
    '%j is refused',
    async (sql) => {
      expect([400, 422]).toContain((await ask(sql)).status)
    },
  )

  test.each([
    'select 1; select 2',
    'select 1;; /* */ nonsense',
    "select '; --' -- one\n; select 2",
    '/* é */ select 1 -- é\n; x',
  ])('%j is refused, since only its first statement would be answered', async (sql) => {
    expect(await ask(sql)).toMatchObject({ status: 400, body: { reason: /one statement/ } })
  })

  test.each([
    'select 1;',
    ' \n select 1 ; ; -- the end',
    'select 1 /* é */ ; /* a ** b ; */',
    "select 1 where ';' <> '--' -- one",
    'select 1; /* never closed',
  ])('%j is one statement', async (sql) => {
    expect(await rowsOf(sql)).toEqual([[1]])
  })

  test('returns integers beyond 2^53 exactly, as texts', async () => {
    const sql =
      "select 9007199254740993 as big, 7 as small union all select '{\"id\":1166000000000000001}' ->> 'id', 8"

    expect(await rowsOf(sql)).toEqual([
      ['9007199254740993', 7],
      ['1166000000000000001', 8],
    ])
  })

  test('says when its result is too large', async () => {
    const long =
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 40) select hex(zeroblob(500000)) from n'

    expect(await ask(long)).toMatchObject({ status: 413, body: { reason: /result is too large/ } })
  })

  test('that never ends is stopped, and the server goes on', async () => {
    const impatient = await startService({ sql: createSqlEngine(1_500) })
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n'

    const reply = await impatient.post('/sql', { project_id: PROJECT, sql: endless })

    expect(reply.status).toBe(504)
    expect((await impatient.post('/sql', { project_id: PROJECT, sql: 'select 1' })).status).toBe(200)
  })

  test('may read payloads of many megabytes', async () => {
    const hurried = await startService({ sql: createSqlEngine(8_000) })
    const output = 'x'.repeat(40 * 1024 ** 2)
    await recordFinished(hurried, finished(PROJECT, 'large', { output }))

    const reply = await hurried.post('/sql', { project_id: PROJECT, sql: 'select length(output) from calls' })

    expect(reply).toMatchObject({ status: 200, body: { rows: [[output.length + 2]] } })
  })

  test('that needs too much memory is refused, and the server goes on', async () => {
    const large =
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 900) select group_concat(hex(zeroblob(1000000)) || i) from n'

    expect((await ask(large)).status).toBe(413)
    expect((await ask('select 1')).status).toBe(200)
  })
})

test('what ends the process while rows are still sent is the reason that is given', async () => {
  function* rows() {
    for (;;) yield ['same', 'x'.repeat(1024 ** 2)]
  }
  const tables = [{ name: 'calls', columns: ['id text unique', 'output text'], rows: rows() }]
  const query = { sql: 'select 1', limit: 1, tables, views: [] }

  const answered = createSqlEngine().run(query, new AbortController().signal)

  await expect(answered).rejects.toMatchObject({ code: 'invalid_request' })
})

describe('the rows of another project', () => {
  const attempts = [
    `select * from calls where id = 'x'`,
    `select * from main.calls union all select * from temp.calls`,
    `select name, sql from sqlite_schema union all select name, sql from sqlite_temp_schema`,
    `select file from pragma_database_list`,
    `select * from pragma_table_list`,
    `attach database 'heddle.db' as other`,
    `select 1; attach database 'heddle.db' as other; select * from other.calls`,
    `select load_extension('mod_spatialite')`,
    `select readfile('/etc/passwd')`,
    `select writefile('/tmp/heddle-sql-test', 'x')`,
    `select * from fsdir('/')`,
    `select * from dbstat`,
    `select * from sqlite_dbpage`,
    `pragma database_list`,
    `vacuum into '/tmp/heddle-sql-test'`,
    `insert into calls (id) values ('x') returning *`,
    `with gone as (select 1) delete from calls returning *`,
    `create table t as select 1`,
    `explain select 1`,
    `select 1 from calls; select * from feedback`,
    `select * from "file:heddle.db?mode=ro".calls`,
    `) union select * from calls --`,
    `select 1 /* */; /* */ attach 'heddle.db' as a`,
    `values (1), (2)`,
    `select * from json_each(readfile('heddle.db'))`,
    `select * from calls, feedback, objects, traces, usage`,
    `select edit('x')`,
    `select fts3_tokenizer('simple')`,
  ]

  test.each(attempts)('are not in the answer to %s', async (sql) => {
    const { status, text } = await ask(sql)

    expect([200, 400]).toContain(status)
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain('heddle-test-')
  })

  test('and nothing that was tried has changed anything', async () => {
    expect(await rowsOf('select count(*) from calls')).toEqual([[3]])
    const calls = await service.post('/calls/query_stats', { project_id: 'other/app' })
    expect(calls.body).toMatchObject({ count: 1 })
  })

  test('need a key for that project', async () => {
    const { key } = await service.createUser({ entity: 'team' })

    const refused = await service.post(
      '/sql',
      { project_id: 'other/app', sql: 'select * from calls' },
      { key },
    )

    expect(refused).toMatchObject({ status: 403 })
    expect(refused.text).not.toContain(SECRET)
  })
})
