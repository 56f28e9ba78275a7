import { type Batch, type BatchOptions, batches, takeCalls } from '../dataset/batches.ts'
import { type Message, messageOf } from '../dataset/messages.ts'
import { basicAuth, HttpClient } from './http-client.ts'
import { type HttpResult, send } from './send.ts'
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
  const client = new HttpClient(url, basicAuth(apiKey), connections)
  const result = await send(client, source, { connections, ...('seconds' in until && until) })
  client.close()
  return result
}
