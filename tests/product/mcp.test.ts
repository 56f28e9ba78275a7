import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { BUNDLE } from '../server/command.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'

const ADMIN_KEY = 'a-key-of-forty-characters-for-the-agents'
const PROJECT = 'team/app'
/** More calls than fit into one answer. */
const STEPS = 300

let root: string
let server: ServerProcess

async function send(path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return Object(await response.json())
}

async function sendCall(
  call: { id: string; parent_id?: string; exception?: string; trace_id: string },
  project = PROJECT,
) {
  const { exception, ...start } = call
  const started_at = new Date().toISOString()
  const rest = { project_id: project, op_name: 'step', attributes: {}, inputs: { question: 'why?' } }
  await send('/call/start', { start: { ...rest, ...start, started_at } })
  const end = { project_id: project, id: call.id, ended_at: started_at, summary: {}, output: 'because' }
  await send('/call/end', { end: { ...end, ...(exception && { exception }) } })
}

/** A key of a new user with a role in the entity `team`. */
async function newKey(scope: 'read' | 'all', project_id?: string): Promise<string> {
  const name = `agent-${scope}-${Math.random().toString(36).slice(2)}`
  await send('/settings/users/create', { name })
  await send('/settings/members/set', { user_name: name, entity: 'team', role: 'editor' })
  const { key } = await send('/settings/keys/create', {
    name,
    user_name: name,
    scope,
    ...(project_id && { project_id }),
  })
  return String(key)
}

async function overHttp(key: string, project?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const url = new URL(`${server.url}/mcp${project ? `?project=${project}` : ''}`)
  const headers = { authorization: `Bearer ${key}` }
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

async function overStdio(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const env = { HEDDLE_URL: server.url, HEDDLE_API_KEY: ADMIN_KEY }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BUNDLE, 'mcp', '--project', PROJECT], env }),
  )
  onTestFinished(() => client.close())
  return client
}

async function ask(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args })
  const [first] = Array.isArray(content) ? content : []
  return { text: String(first?.text), isError }
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'heddle-mcp-'))
  server = await startServer({ data: join(root, 'data'), apiKey: ADMIN_KEY })
  await sendCall({ id: 'root-1', trace_id: 'trace-1', exception: 'TimeoutError: no answer' })
  await sendCall({ id: 'root-2', trace_id: 'trace-2' })
  // Concurrently: ClickHouse commits writes together, and each commit takes a while.
  await Promise.all(
    Array.from({ length: STEPS }, (_, n) =>
      sendCall({ id: `step-${n}`, trace_id: 'trace-2', parent_id: 'root-2' }),
    ),
  )
  await sendCall({ id: 'secret', trace_id: 'secret' }, 'other/app')
})

afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

test('an agent finds what failed, reads it and leaves a note, over standard input and output', async () => {
  const client = await overStdio()

  const summary = await ask(client, 'summarize', { since: '1h' })
  const found = await ask(client, 'find_traces', { filter: 'status:error' })
  const call = await ask(client, 'read_call', { id: 'root-1' })
  const left = await ask(client, 'leave_feedback', { call_id: 'root-1', note: 'a flaky tool' })

  expect(summary.text).toContain('TimeoutError: no answer')
  expect(found.text.split('\n')).toHaveLength(1)
  expect(found.text).toContain('trace trace-1')
  expect(call.text).toMatch(/TimeoutError.*why\?.*because/s)
  expect(left).toMatchObject({ isError: false })
  const { result } = await send('/feedback/query', { project_id: PROJECT })
  expect(result).toEqual([expect.objectContaining({ payload: { note: 'a flaky tool' } })])
})

test('a long trace is returned in pages that fit a context window', async () => {
  const client = await overHttp(ADMIN_KEY, PROJECT)
  const ids = new Set<string>()

  let cursor: number | undefined
  do {
    const { text } = await ask(client, 'trace_outline', { id: 'trace-2', ...(cursor && { cursor }) })
    expect(text.length).toBeLessThan(13_000)
    for (const [id] of text.matchAll(/step-\d+/g)) ids.add(id)
    cursor = Number(/cursor (\d+)$/.exec(text)?.[1] ?? 0)
  } while (cursor > 0)

  expect(ids.size).toBe(STEPS)
})

test('two traces are compared', async () => {
  const client = await overHttp(ADMIN_KEY, PROJECT)

  const { text } = await ask(client, 'compare', { a: 'trace-1', b: 'trace-2' })

  expect(text).toContain('calls        1 → 301')
})

test('a wrong filter, an unknown call and a wrong input are explained to the model', async () => {
  const client = await overHttp(ADMIN_KEY, PROJECT)

  const answers = [
    await ask(client, 'find_traces', { filter: 'latency:soon' }),
    await ask(client, 'read_call', { id: 'nowhere' }),
    await ask(client, 'find_traces', { limit: 1e9 }),
    await ask(client, 'no_such_tool'),
  ]

  expect(answers.map(({ isError }) => isError)).toEqual([true, true, true, true])
  expect(answers[0]?.text).toContain('latency:soon')
})

test('feedback is offered only to a key that may write, and other projects are closed to every tool', async () => {
  const reader = await overHttp(await newKey('read'))
  const writer = await overHttp(await newKey('all'))

  expect(await namesOf(reader)).not.toContain('leave_feedback')
  expect(await namesOf(writer)).toContain('leave_feedback')
  for (const { name } of (await writer.listTools()).tools) {
    if (name === 'list_projects') continue
    const input = { id: 'secret', a: 'secret', b: 'secret', call_id: 'secret', note: 'x' }
    const { text, isError } = await ask(writer, name, { project: 'other/app', ...input })
    expect([name, isError, text.includes('why?')]).toEqual([name, true, false])
  }
  expect((await ask(writer, 'list_projects')).text).not.toContain('other/app')
})

test('without a key, or with a wrong one, there is no access', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }

  expect((await fetch(`${server.url}/mcp`, init)).status).toBe(401)
  await expect(overHttp('x'.repeat(40))).rejects.toThrow()
})
