import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { runHeddle } from '../server/command.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'
import { exchangesOf, openService, replay, type SourceServer, serve } from './source-server.ts'

const API_KEY = 'a-key-of-forty-characters-for-the-import'

// Real services take a minute to start.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

let root: string
let server: ServerProcess

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'heddle-import-'))
  server = await startServer({ data: join(root, 'data'), apiKey: API_KEY })
})

afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

const heddle = (args: readonly string[], environment: Record<string, string> = {}) =>
  runHeddle(args, { cwd: root, env: { HEDDLE_URL: server.url, HEDDLE_API_KEY: API_KEY, ...environment } })

async function rows(...args: string[]): Promise<Record<string, unknown>[]> {
  const { out } = await heddle([...args, '--json'])
  return JSON.parse(out)
}

async function opened(opening: Promise<SourceServer>): Promise<SourceServer> {
  const source = await opening
  onTestFinished(() => source.close())
  return source
}

const CALLS = `select c.name, p.name as parent, c.kind, c.status, c.thread_id as thread, c.end_user as user, u.model,
  u.input_tokens as input, u.output_tokens as output
  from calls c left join calls p on p.id = c.parent_id left join usage u on u.call_id = c.id order by c.started_at`

const call = (fields: Record<string, unknown>) => expect.objectContaining(fields)

const SHOP_CALLS = [
  call({ name: 'answer', parent: null, status: 'success', thread: 'chat-7', user: 'ada' }),
  call({ name: 'chat', parent: 'answer', kind: 'llm', model: 'gpt-4o-mini', input: 40, output: 8 }),
  call({ name: 'search', parent: 'answer', kind: 'retriever', thread: 'chat-7' }),
  call({ name: 'refund', parent: null, kind: 'tool', status: 'error' }),
]

const byType = (feedback: Record<string, unknown>[]) =>
  Object.fromEntries(feedback.map(({ feedback_type, payload }) => [feedback_type, payload]))

/** Everything that a project has, to be compared. */
const everything = (project: string) =>
  Promise.all([rows('calls', '--project', project), rows('feedback', '--project', project)])

test('traces, annotations and datasets of Phoenix are imported once', async () => {
  const { url } = await opened(openService('phoenix'))
  const project = 'team/phoenix'
  const command = ['import', 'phoenix', url, '--source-project', 'shop', '--project', project]

  const first = await heddle(command)
  const stored = await everything(project)
  const second = await heddle(command)

  expect(first).toMatchObject({ code: 0, out: '' })
  expect(first.err).toBe(
    'Imported 4 calls, 4 feedback and 1 object versions to team/phoenix; 0 were there already\n' +
      'No place for annotations of sessions: 1\n',
  )
  expect(second.err).toContain('Imported 0 calls, 0 feedback and 0 object versions')
  expect(await everything(project)).toEqual(stored)
  expect(await rows('sql', CALLS, '--project', project)).toEqual(SHOP_CALLS)
  expect(byType(await rows('feedback', '--project', project))).toMatchObject({
    helpful: { score: 1, label: 'yes', explanation: 'to the point', annotator_kind: 'HUMAN' },
    correctness: { score: 0.9, label: 'correct' },
    resolved: { score: 1 },
    'wandb.note.1': { note: 'checked by hand' },
  })
  const [failed] = await rows('calls', 'name:refund', '--project', project)
  expect(failed).toMatchObject({ exception: expect.stringContaining('ValueError: no order 18') })
  const [answer] = await rows('calls', 'name:answer', '--project', project)
  expect(answer).toMatchObject({ attributes: { tags: ['beta'], metadata: { plan: 'pro' } } })
})

test('traces, assessments and datasets of MLflow are imported once', async () => {
  const { url } = await opened(openService('mlflow'))
  const project = 'team/mlflow'
  const command = ['import', 'mlflow', url, '--source-project', 'shop', '--project', project]

  const first = await heddle(command)
  const stored = await everything(project)
  const second = await heddle(command)

  expect(first.err).toContain('Imported 4 calls, 3 feedback and 1 object versions')
  expect(second.err).toContain('Imported 0 calls, 0 feedback and 0 object versions')
  expect(await everything(project)).toEqual(stored)
  expect(await rows('sql', CALLS, '--project', project)).toEqual(SHOP_CALLS)
  expect(byType(await rows('feedback', '--project', project))).toMatchObject({
    helpful: { value: true, rationale: 'to the point', source_type: 'HUMAN' },
    correctness: { value: 0.9 },
    expected: { value: 'Today.', kind: 'expectation' },
  })
  const [answer] = await rows('calls', 'name:answer', '--project', project)
  expect(answer).toMatchObject({ attributes: { metadata: { plan: 'pro' } } })
})

test('traces of MLflow whose spans are artifacts are counted, and do not keep out the others', async () => {
  const withOlderTrace = (text: string) => {
    const page = JSON.parse(text)
    const older = { ...page.traces[0], trace_id: 'tr-older', tags: {} }
    return JSON.stringify({ ...page, traces: [...page.traces, older] })
  }
  const exchanges = exchangesOf('mlflow').map((exchange) =>
    exchange.request.includes('/traces/search')
      ? { ...exchange, response: withOlderTrace(String(exchange.response)) }
      : exchange,
  )
  const { url } = await opened(serve(exchanges))
  const project = 'team/mlflow-older'

  const { err } = await heddle(['import', 'mlflow', url, '--source-project', 'shop', '--project', project])

  expect(err).toContain('Imported 4 calls')
  expect(err).toContain('No place for traces whose spans the server keeps as artifacts: 1')
})

test('an observation of Langfuse that still ran is completed by a later import', async () => {
  const project = 'team/langfuse-running'
  const file = join(root, 'running.json')
  const importOf = (end: object) => {
    const started = {
      id: 'a1b2c3d4e5f60718',
      type: 'GENERATION',
      startTime: '2026-03-01T10:00:00Z',
      model: 'm',
    }
    const trace = { id: 'b'.repeat(32), name: 'chat', timestamp: '2026-03-01T10:00:00Z', scores: [] }
    writeFileSync(file, JSON.stringify({ ...trace, observations: [{ ...started, ...end }] }))
    return heddle(['import', 'langfuse', file, '--project', project])
  }
  const ended = { endTime: '2026-03-01T10:00:09Z', output: 'hi' }

  const imports = [await importOf({ endTime: null }), await importOf(ended), await importOf(ended)]

  expect(imports.map(({ err }) => /Imported (\d+) calls/.exec(err)?.[1])).toEqual(['1', '1', '0'])
  const calls = await rows('sql', 'select latency_ms, output from calls', '--project', project)
  expect(calls).toEqual([{ latency_ms: 9000, output: expect.stringContaining('hi') }])
})

/** Both recordings have the same trace. */
test.for(['langfuse', 'langfuse-3'])('traces, scores and datasets of %s are imported once', async (name) => {
  const { url } = await opened(replay(name))
  const project = `team/${name}`
  const keys = { LANGFUSE_PUBLIC_KEY: 'pk', LANGFUSE_SECRET_KEY: 'sk' }
  const command = ['import', 'langfuse', url, '--project', project]

  const first = await heddle(command, keys)
  const stored = await everything(project)
  const second = await heddle(command, keys)

  expect(first).toMatchObject({ code: 0, out: '' })
  expect(first.err).toContain('Imported 4 calls, 2 feedback and 1 object versions')
  expect(second.err).toContain('Imported 0 calls, 0 feedback and 0 object versions')
  expect(await everything(project)).toEqual(stored)
  expect(await rows('sql', CALLS, '--project', project)).toEqual(SHOP_CALLS)
  expect(byType(await rows('feedback', '--project', project))).toMatchObject({
    helpful: { value: true, comment: 'to the point' },
    correctness: { value: 0.9 },
  })
})

test('scores of Langfuse come from its older API if it does not have the newer one', async () => {
  const score = { name: 'helpful', dataType: 'BOOLEAN', value: 1, source: 'ANNOTATION' }
  const data = [
    { ...score, id: 's1', traceId: 'f7bf9b3b21046d6fdd2025d3e43f6be7', observationId: null },
    { ...score, id: 's2', traceId: 'f7bf9b3b21046d6fdd2025d3e43f6be7', observationId: '14be79d39ca1fa53' },
    { ...score, id: 's3', sessionId: 'chat-7' },
  ]
  const { url } = await opened(
    serve([
      ...exchangesOf('langfuse').filter(({ request }) => !request.includes('/v3/scores')),
      {
        request: 'GET /api/public/v2/scores?limit=50&page=1',
        status: 200,
        response: { data, meta: { totalPages: 1 } },
      },
    ]),
  )
  const keys = { LANGFUSE_PUBLIC_KEY: 'pk', LANGFUSE_SECRET_KEY: 'sk' }

  const { err } = await heddle(['import', 'langfuse', url, '--project', 'team/langfuse-scores'], keys)

  expect(err).toContain('Imported 4 calls, 2 feedback')
  expect(err).toContain('No place for scores of sessions: 1')
  const feedback = await rows('feedback', '--project', 'team/langfuse-scores')
  expect(byType(feedback)).toMatchObject({ helpful: { value: true } })
})

test('calls, objects and feedback of a Weave API are imported once, with refs to the copies', async () => {
  await heddle([
    'demo',
    '--project',
    'shop/demo',
    '--traces',
    '3',
    '--port',
    new URL(server.url).port,
    '--data',
    join(root, 'data'),
  ])
  const project = 'team/copy'
  const command = ['import', 'weave', server.url, '--source-project', 'shop/demo', '--project', project]
  const key = { WANDB_API_KEY: API_KEY }

  const first = await heddle(command, key)
  const stored = await everything(project)
  const second = await heddle(command, key)

  expect(first).toMatchObject({ code: 0 })
  expect(second.err).toContain('Imported 0 calls, 0 feedback and 0 object versions')
  expect(await everything(project)).toEqual(stored)
  const counts =
    'select status, count(*) as calls, count(distinct trace_id) as traces from calls group by status'
  expect(await rows('sql', counts, '--project', project)).toEqual(
    await rows('sql', counts, '--project', 'shop/demo'),
  )
  expect(await rows('cost', '--project', project)).toEqual(await rows('cost', '--project', 'shop/demo'))
  expect(JSON.stringify(stored)).not.toContain('weave:///shop/demo/')
})

test('a file is imported like an API', async () => {
  const recording = JSON.parse(readFileSync(new URL('recordings/phoenix.json', import.meta.url), 'utf8'))
  const page = recording.exchanges.find(({ request }: { request: string }) => /shop\/spans\?/.test(request))
  const file = join(root, 'spans.json')
  writeFileSync(file, page.response)

  const { code } = await heddle(['import', 'phoenix', file, '--project', 'team/file'])

  expect(code).toBe(0)
  expect(await rows('sql', CALLS, '--project', 'team/file')).toEqual(SHOP_CALLS)
})

test('traces of MLflow are imported from files as its SDK writes them', async () => {
  const span = (id: string, parent: string | null, attributes: Record<string, string>) => ({
    ...{ trace_id: 'ACSpnaZwvLdbqXpeasG78g==', span_id: id, parent_span_id: parent, name: `span ${id}` },
    ...{
      start_time_unix_nano: 1794831715214957,
      end_time_unix_nano: 1794831715567051,
      events: [],
      links: [],
    },
    ...{ status: { code: 'STATUS_CODE_OK', message: '' }, attributes },
  })
  const spans = [
    span('ZBiJipS/dHk=', null, { 'mlflow.spanType': '"CHAIN"', 'mlflow.spanOutputs': '"It arrives today."' }),
    span('hMo5NlOyZVs=', 'ZBiJipS/dHk=', {
      'mlflow.spanType': '"TOOL"',
      'mlflow.spanInputs': '{"order": 18}',
    }),
  ]
  const info = { trace_id: 'tr-0024', state: 'OK', trace_metadata: { 'mlflow.trace.user': 'ada' }, tags: {} }
  const file = join(root, 'traces.jsonl')
  writeFileSync(file, `${JSON.stringify({ info, data: { spans } })}\n`)

  const { err } = await heddle(['import', 'mlflow', file, '--project', 'team/traces'])

  expect(err).toContain('Imported 2 calls')
  expect(await rows('calls', '--project', 'team/traces')).toMatchObject([
    { id: '84ca393653b2655b', parent_id: '6418898a94bf7479', inputs: { 'mlflow.spanInputs': { order: 18 } } },
    { id: '6418898a94bf7479', attributes: { user_id: 'ada' } },
  ])
})

test('an error names the file, the record and the field', async () => {
  const file = join(root, 'broken.jsonl')
  writeFileSync(file, '{"context":{"trace_id":"a","span_id":"b"},"name":7}\n')

  const { code, err } = await heddle(['import', 'phoenix', file, '--project', 'team/broken'])

  expect(code).toBe(1)
  expect(err).toContain(`${file}, document 1, record 1`)
  expect(err).toContain('name should be text')
})

test('hostile keys and values are stored as they are, or refused one by one', async () => {
  const span = (id: string, attributes: string) =>
    `{"context":{"trace_id":"5b8efff798038103d269b633813fc60c","span_id":"${id}"},"name":"__proto__",` +
    `"start_time":"2026-01-01T00:00:00Z","attributes":${attributes}}`
  const file = join(root, 'hostile.jsonl')
  const lines = [
    span('eee19b7ec3c1b171', '{"__proto__":{"polluted":true},"constructor":1e400,"n":12345678901234567890}'),
    span('not an id', '{}'),
    span('eee19b7ec3c1b172', '{"input.value":"\\ud800","output.value":[[{"a":NaN}],null]}'),
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)

  const { code, err } = await heddle(['import', 'phoenix', file, '--project', 'team/hostile'])

  expect(code).toBe(1)
  expect(err).toContain('Imported 2 calls')
  expect(err).toContain('Not stored, 1:')
})
