import { type Batch, batches, type Form } from '../dataset/batches.ts'
import { type Message, messageOf } from '../dataset/messages.ts'
import type { HttpClient } from '../processes/http-client.ts'

const ENTITY = 'compare'
const PROJECT = `${ENTITY}/chat`

/** A fixed amount of work for one server, and its unit. */
export interface Workload {
  readonly name: string
  readonly count: number
  readonly run: (client: HttpClient) => Promise<void>
}

/** The workloads of one round. Each server gets its own calls, so that all are new to it. */
export function workloadsFor(seed: number): readonly Workload[] {
  return [
    ingest('upsert_batch, 125 calls', seed, { form: 'parts', callsPerBatch: 125, requests: 60 }),
    ingest('calls/complete, 125 calls', seed, { form: 'whole', callsPerBatch: 125, requests: 60 }),
    ingest('upsert_batch, 1 call', seed, { form: 'parts', callsPerBatch: 1, requests: 600 }),
    ask('page of 50 traces', 400, '/calls/stream_query', {
      project_id: PROJECT,
      filter: { trace_roots_only: true },
      sort_by: [{ field: 'started_at', direction: 'desc' }],
      limit: 50,
    }),
    ask('one call by id', 3_000, '/call/read', { project_id: PROJECT, id: firstCallId(seed) }),
  ]
}

interface IngestOptions {
  readonly form: Form
  readonly callsPerBatch: number
  readonly requests: number
}

function ingest(name: string, seed: number, { requests, ...options }: IngestOptions): Workload {
  const source = batches({ ...options, seed, entity: ENTITY })
  const messages = take(source, requests).map(messageOf)
  const calls = messages.reduce((sum, message) => sum + message.calls, 0)
  const send = (client: HttpClient, { path, body }: Message) => client.post(path, body)
  return { name, count: calls, run: (client) => inParallel(8, messages, (message) => send(client, message)) }
}

function ask(name: string, times: number, path: string, request: object): Workload {
  const body = JSON.stringify(request)
  const turns = Array.from({ length: times })
  return { name, count: times, run: (client) => inParallel(2, turns, () => client.post(path, body)) }
}

function firstCallId(seed: number): string {
  const [first] = take(batches({ form: 'whole', callsPerBatch: 1, seed, entity: ENTITY }), 1)
  return first?.form === 'whole' ? (first.records[0]?.start.id ?? '') : ''
}

function take(source: Iterator<Batch>, count: number): Batch[] {
  const taken: Batch[] = []
  for (let next = source.next(); taken.length < count && !next.done; next = source.next())
    taken.push(next.value)
  return taken
}

async function inParallel<Item>(
  lanes: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = items.values()
  const lane = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
