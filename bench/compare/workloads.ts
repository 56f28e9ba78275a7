import { batches, type Form } from '../dataset/batches.ts'
import { type Message, messageOf } from '../dataset/messages.ts'
import { spanMessages, take } from '../dataset/span-messages.ts'
import { chatSpans } from '../dataset/spans.ts'
import type { HttpClient } from '../processes/http-client.ts'

const ENTITY = 'compare'
const PROJECT = `${ENTITY}/chat`

/** The project of OTLP exports. */
export const SPANS_PROJECT = `${ENTITY}/spans`

/** A fixed amount of work for one server, and its unit. */
export interface Workload {
  readonly name: string
  readonly count: number
  readonly isWriting: boolean
  readonly run: (client: HttpClient) => Promise<void>
}

/** The workloads of one round. Each sends calls of its own, which are new to the server. */
export function workloadsFor(round: number): readonly Workload[] {
  const [seed, secondSeed, thirdSeed] = [3 * round, 3 * round + 1, 3 * round + 2]
  return [
    ingest('upsert_batch, 125 calls', seed, { form: 'parts', callsPerBatch: 125, requests: 60 }),
    ingest('calls/complete, 125 calls', secondSeed, { form: 'whole', callsPerBatch: 125, requests: 60 }),
    ingest('upsert_batch, 1 call', thirdSeed, { form: 'parts', callsPerBatch: 1, requests: 600 }),
    exportSpans('OTLP, 100 spans', round, { spansPerBatch: 100, requests: 60 }),
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
  return sendAll(name, [...take(source, requests)].map(messageOf))
}

function exportSpans(
  name: string,
  seed: number,
  options: { spansPerBatch: number; requests: number },
): Workload {
  const { spansPerBatch, requests } = options
  const spans = take(chatSpans(seed, 'otlp'), spansPerBatch * requests)
  return sendAll(name, [...spanMessages(spans, 'otlp', spansPerBatch)])
}

function sendAll(name: string, messages: readonly Message[]): Workload {
  const send = (client: HttpClient, { path, body, contentType }: Message) =>
    client.post(path, body, contentType)
  return {
    name,
    count: messages.reduce((sum, { calls }) => sum + calls, 0),
    isWriting: true,
    run: (client) => inParallel(8, messages, (message) => send(client, message)),
  }
}

function ask(name: string, times: number, path: string, request: object): Workload {
  const body = JSON.stringify(request)
  const turns = Array.from({ length: times })
  const run = (client: HttpClient) => inParallel(2, turns, () => client.post(path, body))
  return { name, count: times, isWriting: false, run }
}

function firstCallId(seed: number): string {
  const [first] = take(batches({ form: 'whole', callsPerBatch: 1, seed, entity: ENTITY }), 1)
  return first?.form === 'whole' ? (first.records[0]?.start.id ?? '') : ''
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
