import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL_TABLES, SQL_VIEWS } from '@heddle/contract/sql-tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHeddle } from '../server/command.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'

const API_KEY = 'a-key-of-forty-characters-for-the-client'
const PROJECT = 'team/app'
/** On ClickHouse, servers keep nothing in a data folder. */
const HAS_NO_FOLDER = process.env.HEDDLE_TEST_STORAGE === 'clickhouse'

let root: string
let server: ServerProcess

const heddle = (args: readonly string[], environment: Record<string, string> = {}) =>
  runHeddle(args, { cwd: root, env: { HEDDLE_URL: server.url, HEDDLE_API_KEY: API_KEY, ...environment } })

const linesOf = (text: string) => text.trimEnd().split('\n')

async function send(path: string, body: unknown): Promise<void> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${API_KEY}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}

/** A trace of two calls; every third one fails. */
async function sendTrace(n: number): Promise<void> {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, n, second)).toISOString()
  const base = { project_id: PROJECT, trace_id: `trace-${n}`, attributes: {} }
  const calls = [
    { ...base, id: `root-${n}`, op_name: 'answer', inputs: { question: n }, started_at: at(0) },
    { ...base, id: `model-${n}`, parent_id: `root-${n}`, op_name: 'model', inputs: {}, started_at: at(1) },
  ]
  for (const start of calls) await send('/call/start', { start })
  const end = { project_id: PROJECT, summary: {}, output: 'done' }
  const exception = n % 3 === 0 ? 'Error: \u001b[31mred' : null
  await send('/call/end', { end: { ...end, id: `model-${n}`, ended_at: at(3) } })
  await send('/call/end', { end: { ...end, id: `root-${n}`, ended_at: at(4), exception } })
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'heddle-client-'))
  server = await startServer({ data: join(root, 'data'), apiKey: API_KEY })
  for (let n = 1; n <= 7; n++) await sendTrace(n)
})

afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

test('traces are found by the filter language of the UI, newest first', async () => {
  const found = await heddle(['traces', 'status:error latency:>2s', '--project', PROJECT, '--ndjson'])

  expect(found).toMatchObject({ code: 0, err: '' })
  expect(linesOf(found.out).map((line) => JSON.parse(line).trace_id)).toEqual(['trace-6', 'trace-3'])
})

test('a table, JSON and CSV have the same rows', async () => {
  const table = await heddle(['traces', '--project', PROJECT])
  const json = await heddle(['traces', '--project', PROJECT, '--json'])
  const csv = await heddle(['traces', '--project', PROJECT, '--csv'])

  expect(linesOf(table.out)).toHaveLength(8)
  expect(JSON.parse(json.out)).toHaveLength(7)
  expect(linesOf(csv.out)).toHaveLength(8)
})

test('output that is not a terminal has no escape codes, not even those in the data', async () => {
  const { out } = await heddle(['traces', 'status:error', '--project', PROJECT])

  expect(out).toContain('[31mred')
  expect(out).not.toContain('\u001b')
})

test('pages follow each other by cursor, without gaps and repetitions', async () => {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = ['--limit', '3', '--ndjson', ...(cursor === undefined ? [] : ['--cursor', cursor])]
    const { out, err } = await heddle(['calls', '--project', PROJECT, ...page])
    ids.push(...linesOf(out).map((line) => JSON.parse(line).id))
    cursor = /--cursor '([^']+)'/.exec(err)?.[1]
  } while (cursor !== undefined)

  expect(ids).toHaveLength(14)
  expect(new Set(ids).size).toBe(14)
})

test('numbers keep all their digits in JSON', async () => {
  const start = `{"project_id":"team/exact","id":"x","trace_id":"x","op_name":"f","started_at":"2026-01-01T00:00:00Z","attributes":{},"inputs":{"n":12345678901234567890123}}`
  await send('/call/start', `{"start":${start}}`)

  const { out } = await heddle(['calls', '--project', 'team/exact', '--ndjson'])

  expect(out).toContain('"n":12345678901234567890123')
})

test('a trace is shown as an outline by its id or by that of a call', async () => {
  const byTrace = await heddle(['trace', 'trace-3', '--project', PROJECT])
  const byCall = await heddle(['trace', 'model-3', '--project', PROJECT])

  expect(linesOf(byTrace.out)).toEqual([
    'trace trace-3  2 calls  4.00s  1 errors',
    '  answer  error  4.00s  root-3',
    '    model  2.00s  model-3',
  ])
  expect(byCall.out).toBe(byTrace.out)
})

test('exit codes tell a wrong command line, a missing trace and a server without access apart', async () => {
  const codes = await Promise.all([
    heddle(['traces', 'latency:soon', '--project', PROJECT]),
    heddle(['trace', 'nowhere', '--project', PROJECT]),
    heddle(['projects'], { HEDDLE_API_KEY: 'another-key-of-forty-characters-or-so-xx' }),
    heddle(['projects'], { HEDDLE_URL: 'http://127.0.0.1:9' }),
  ])

  expect(codes.map(({ code }) => code)).toEqual([2, 1, 4, 4])
  expect(codes[0]?.err).toContain('latency:soon')
})

test.skipIf(HAS_NO_FOLDER)(
  'the key of the data folder is never sent to a server that is named by URL',
  async () => {
    const { code, err } = await heddle(['projects', '--data', join(root, 'data')], { HEDDLE_API_KEY: '' })
    const named = await heddle(['projects', '--url', server.url], { HEDDLE_API_KEY: '' })

    expect([code, err]).toEqual([1, expect.stringContaining('HEDDLE_API_KEY')])
    expect(named).toMatchObject({ code: 2 })
  },
)

test('two traces are compared, and errors in the second one fail the build', async () => {
  const better = await heddle(['diff', 'trace-3', 'trace-1', '--project', PROJECT, '--fail-on', 'errors>0'])
  const worse = await heddle(['diff', 'trace-1', 'trace-3', '--project', PROJECT, '--fail-on', 'errors>0'])

  expect([better.code, worse.code]).toEqual([0, 1])
  expect(worse.out).toContain('~ answer  success → error')
  expect(worse.err).toContain('errors 0 → 1')
})

test('a question in SQL is answered as rows', async () => {
  const sql = 'select status, count(*) as n from traces group by status order by status'
  const { code, out } = await heddle(['sql', sql, '--project', PROJECT, '--csv'])

  expect([code, linesOf(out)]).toEqual([0, ['status,n', 'error,2', 'success,5']])
})

test('tables and views of SQL have the columns that the UI lists', async () => {
  const listed = {
    ...SQL_VIEWS,
    calls: Object.keys(SQL_TABLES.calls),
    feedback: Object.keys(SQL_TABLES.feedback),
    objects: Object.keys(SQL_TABLES.objects),
  }
  for (const [table, columns] of Object.entries(listed)) {
    const { out } = await heddle(['sql', `select * from ${table}`, '--project', PROJECT, '--csv'])
    expect(linesOf(out)[0]?.split(',')).toEqual(columns)
  }
})

test('times in SQL sort as text, even those of whole seconds', async () => {
  const sql = 'select distinct length(started_at) as characters from calls'
  const { out } = await heddle(['sql', sql, '--project', PROJECT, '--csv'])

  expect(linesOf(out)).toEqual(['characters', '27'])
})

test('a file of OpenTelemetry spans is imported once, however often it is sent', async () => {
  const span = (n: number, name: string) => ({
    traceId: `5b8efff798038103d269b633813fc60${n}`,
    spanId: `eee19b7ec3c1b17${n}`,
    name,
    startTimeUnixNano: '1740823200000000000',
    endTimeUnixNano: '1740823201250000000',
  })
  const line = (n: number) =>
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span(n, `imported ${n}`)] }] }] })
  const file = join(root, 'spans.jsonl')
  writeFileSync(file, `${line(1)}\n${line(2)}\n`)

  const codes = [
    (await heddle(['import', 'otlp', file, '--project', 'team/imported'])).code,
    (await heddle(['import', 'otlp', file, '--project', 'team/imported'])).code,
  ]

  const { out } = await heddle(['traces', '--project', 'team/imported', '--ndjson'])
  expect(codes).toEqual([0, 0])
  expect(
    linesOf(out)
      .map((each) => JSON.parse(each).trace_id.slice(-1))
      .sort(),
  ).toEqual(['1', '2'])
})

test('an import of OpenTelemetry spans names the file and the document that is refused', async () => {
  const file = join(root, 'broken.jsonl')
  writeFileSync(file, '{"resourceSpans":[]}\n{"resourceSpans":7}\n')

  const { code, err } = await heddle(['import', 'otlp', file, '--project', 'team/imported'])

  expect(code).toBe(1)
  expect(err).toContain(`heddle: ${file}, document 2: `)
})

test('every list has a command', async () => {
  const outputs = await Promise.all(
    ['projects', 'threads', 'evals', 'feedback', 'cost'].map((name) =>
      heddle([name, ...(name === 'projects' ? [] : ['--project', PROJECT]), '--json']),
    ),
  )

  expect(outputs.map(({ code, out }) => [code, Array.isArray(JSON.parse(out))])).toEqual(
    outputs.map(() => [0, true]),
  )
})

test('tail prints calls as they end, and stops after its limit', async () => {
  const tailing = heddle(['tail', 'op:late', '--project', PROJECT, '--ndjson', '--limit', '1'])
  let isPrinted = false
  void tailing.then(() => {
    isPrinted = true
  })
  // The stream starts at an unknown moment: calls are sent until one is printed.
  for (let n = 0; n < 100 && !isPrinted; n++) {
    const call = { project_id: PROJECT, id: `late-${n}`, trace_id: `late-${n}` }
    const instant = new Date().toISOString()
    await send('/call/start', {
      start: { ...call, op_name: 'late', started_at: instant, attributes: {}, inputs: {} },
    })
    await send('/call/end', {
      end: { project_id: PROJECT, id: call.id, ended_at: instant, summary: {}, output: 1 },
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }

  const { code, out } = await tailing

  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ op_name: 'late' })
})

test.skipIf(HAS_NO_FOLDER)('a data folder without a server is read in the command itself', async () => {
  await server.stop()

  const found = await heddle([
    'traces',
    'status:error',
    '--data',
    join(root, 'data'),
    '--project',
    PROJECT,
    '--ndjson',
  ])

  expect(found).toMatchObject({ code: 0 })
  expect(linesOf(found.out)).toHaveLength(2)
})
