import { startTemporaryServer } from '../server/temporary-server.ts'
import type { RecordedRequest, Recording, Scenario } from './recordings.ts'

const API_KEY = 'i'.repeat(40)
const AUTHORIZATION = `Basic ${Buffer.from(`api:${API_KEY}`).toString('base64')}`

/** The built service, with recordings replayed into it. */
export interface ReplayServer {
  /** Sends the recorded requests of a scenario, in order, to a project of its own. Returns the responses. */
  replay(recording: Recording, scenario: Scenario): Promise<Reply[]>
  /** Reads the stored data of a scenario. */
  stored(recording: Recording, scenario: Scenario): Promise<Stored>
  /** Needs the message model: `POST /calls/messages`. */
  messages(recording: Recording, scenario: Scenario, ids: readonly string[]): Promise<CallMessages[]>
  stop(): Promise<void>
}

export interface Reply {
  readonly path: string
  readonly status: number
  readonly body: unknown
}

export interface Stored {
  /** Depth first, siblings in the order in which they began. */
  readonly calls: readonly StoredCall[]
  /** In the same order. */
  readonly agentSpans: readonly AgentSpan[]
  readonly threads: readonly { readonly thread_id: string; readonly turn_count: number }[]
  readonly usage: readonly Usage[]
}

export interface StoredCall {
  readonly id: string
  readonly parent_id: string | null
  readonly op_name: string
  readonly display_name: string | null
  readonly started_at: string
  readonly thread_id: string | null
  readonly exception: string | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly summary: { readonly weave: { readonly status: string; readonly end_user?: string } }
  readonly depth: number
}

export interface AgentSpan {
  readonly id: string
  readonly parent_id: string | null
  readonly span_name: string
  readonly operation_name: string
  readonly input_tokens: number
  readonly output_tokens: number
  readonly depth: number
}

/** A project's usage of one model. */
type Usage = Readonly<Record<`sum_${UsageMetric}`, number | null>>

type UsageMetric = (typeof METRICS)[number]

const METRICS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'total_cost',
] as const

/** The dashboard's request. SDK calls include the usage of their children, so only their roots count. */
const TOTALS = {
  filter: { trace_roots_only: true },
  usage_metrics: METRICS.map((metric) => ({ metric })),
}

export interface CallMessages {
  readonly id: string
  readonly kind: string
  readonly input: readonly Message[]
  readonly output: readonly Message[]
  readonly tools: readonly { readonly name: string }[]
  readonly documents: readonly { readonly content: string }[]
}

interface Message {
  readonly role: string
  readonly parts: readonly Part[]
}

export interface Part {
  readonly type: string
  readonly content?: string
  readonly name?: string
  readonly arguments?: unknown
  readonly response?: unknown
}

export async function startReplayServer(): Promise<ReplayServer> {
  const server = await startTemporaryServer(API_KEY)
  const postText = (path: string, body: object) => sendJson(server.url, path, body)
  const post = async (path: string, body: object) => JSON.parse(await postText(path, body))
  const lines = async (path: string, body: object) => readLines(await postText(path, body))

  return {
    async replay(recording, scenario) {
      const replies: Reply[] = []
      for (const request of scenario.requests) {
        replies.push(await send(server.url, request, projectOf(recording, scenario)))
      }
      return replies
    },
    async stored(recording, scenario) {
      const project_id = projectOf(recording, scenario)
      const { calls } = await post('/calls/query', { project_id })
      const { spans } = await post('/agents/spans/query', { project_id, limit: 1000 })
      const threads = await lines('/threads/stream_query', { project_id })
      const { usage_buckets } = await post('/calls/stats', { project_id, ...dayOf(calls), ...TOTALS })
      const agentSpans = depthFirst(inOrder(spans))
      return { calls: depthFirst(calls), agentSpans, threads, usage: usage_buckets }
    },
    async messages(recording, scenario, ids) {
      const { calls } = await post('/calls/messages', { project_id: projectOf(recording, scenario), ids })
      return calls
    },
    async stop() {
      await server.stop()
    },
  }
}

const DAY_MS = 86_400_000

/** The window of statistics: a scenario takes seconds. */
function dayOf([first]: readonly StoredCall[]): { start: string; end: string } {
  const begun = Date.parse(first?.started_at ?? '2026-01-01T00:00:00Z')
  const [start, end] = [begun - DAY_MS / 2, begun + DAY_MS / 2]
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}

/** Weave's SDKs name this project themselves; OTLP is sent to it. */
const projectOf = ({ library }: Recording, { name }: Scenario): string => `team/${library}-${name}`

async function send(url: string, request: RecordedRequest, projectId: string): Promise<Reply> {
  const { method, path, headers, json, text } = request
  const contentType = json === undefined ? headers['content-type'] : 'application/json'
  const response = await fetch(url + path, {
    method,
    headers: {
      ...headers,
      project_id: projectId,
      authorization: AUTHORIZATION,
      'content-type': contentType ?? 'text/plain',
    },
    body: text ?? JSON.stringify(json),
  })
  const answer = await response.text()
  return { path, status: response.status, body: answer === '' ? undefined : JSON.parse(answer) }
}

async function sendJson(url: string, path: string, body: object): Promise<string> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return text
}

const readLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

type AgentSpanRecord = Omit<AgentSpan, 'id' | 'parent_id' | 'depth'> & {
  readonly span_id: string
  readonly parent_span_id: string | null
  readonly started_at: string
}

const inOrder = (spans: readonly AgentSpanRecord[]) =>
  spans
    .map((span) => ({ ...span, id: span.span_id, parent_id: span.parent_span_id }))
    .toSorted((a, b) => a.started_at.localeCompare(b.started_at))

type InTree = Pick<StoredCall, 'id' | 'parent_id'>

function depthFirst<Call extends InTree>(calls: readonly Call[]): (Call & { readonly depth: number })[] {
  type Placed = Call & { readonly depth: number }
  const ids = new Set(calls.map(({ id }) => id))
  const below = (parentId: string, depth: number): Placed[] =>
    calls.filter((call) => call.parent_id === parentId).flatMap((call) => withDescendants(call, depth))
  const withDescendants = (call: Call, depth: number): Placed[] => [
    { ...call, depth },
    ...below(call.id, depth + 1),
  ]
  const roots = calls.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id))
  return roots.flatMap((call) => withDescendants(call, 0))
}
