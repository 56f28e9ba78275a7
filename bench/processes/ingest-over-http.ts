import { type Batch, type BatchOptions, batches, takeCalls } from '../dataset/batches.ts'
import { type Message, messageOf } from '../dataset/messages.ts'
import { HttpClient } from './http-client.ts'
import { serveWork } from './worker-process.ts'

export interface HttpIngest {
  readonly url: string
  readonly apiKey: string
  readonly connections: number
  readonly data: BatchOptions
  readonly until: Until
}

/**
 * Either a fixed number of calls, generated with the warm-up calls before timing starts; or a duration, with calls
 * generated on the fly and sent at a limited rate.
 */
type Until =
  | { readonly warmUpCalls: number; readonly calls: number }
  | { readonly seconds: number; readonly callsPerSecond: number }

export interface HttpResult {
  readonly calls: number
  readonly seconds: number
  /** Latency of each request. */
  readonly acknowledgedMs: readonly number[]
}

serveWork(async (options: HttpIngest) => {
  const { data, until } = options
  const source = batches(data)
  if (!('calls' in until)) return () => ingest(options, messages(source))
  const warmUp = takeCalls(source, until.warmUpCalls)
  const timed = takeCalls(source, until.calls).map(messageOf)
  await ingest(options, messages(warmUp))
  return () => ingest(options, timed.values())
})

function* messages(source: Iterable<Batch>): Generator<Message> {
  for (const batch of source) yield messageOf(batch)
}

async function ingest(options: HttpIngest, source: Iterator<Message>): Promise<HttpResult> {
  const { url, apiKey, connections, until } = options
  const client = new HttpClient(url, apiKey, connections)
  const acknowledgedMs: number[] = []
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  let calls = 0

  async function connection(): Promise<void> {
    while ('calls' in until || elapsed() < until.seconds) {
      const next = source.next()
      if (next.done) return
      const { path, body, calls: count } = next.value
      calls += count
      if ('seconds' in until) await pause(calls / until.callsPerSecond - elapsed())
      const sentAt = performance.now()
      await client.post(path, body)
      acknowledgedMs.push(performance.now() - sentAt)
    }
  }

  await Promise.all(Array.from({ length: connections }, connection))
  client.close()
  return { calls, seconds: elapsed(), acknowledgedMs }
}

async function pause(seconds: number): Promise<void> {
  if (seconds > 0) await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}
