import type { Message } from '../dataset/messages.ts'
import { type HttpClient, HttpFailure } from './http-client.ts'

export interface SendOptions {
  readonly connections: number
  /** Stop after this time; by default, when the messages end. */
  readonly seconds?: number
  /** At most so many; as fast as possible by default. */
  readonly callsPerSecond?: number
}

export interface HttpResult {
  readonly calls: number
  readonly bytes: number
  readonly seconds: number
  /** Latency of each request, with repetitions of refused ones. */
  readonly acknowledgedMs: readonly number[]
  /** Requests that the server refused for being busy, or dropped, and that were sent again. */
  readonly refused: number
}

const BUSY = new Set([429, 503])
const RETRY_MS = 500
/** In a row; a server under load refuses the same request for minutes. */
const RETRIES_MAX = 1_200

/** Sends all messages, several at a time. Those that a busy server refuses or drops are sent again, as exporters do. */
export async function send(
  client: HttpClient,
  messages: Iterator<Message>,
  { connections, seconds = Infinity, callsPerSecond = Infinity }: SendOptions,
): Promise<HttpResult> {
  const acknowledgedMs: number[] = []
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  let [calls, bytes, refused] = [0, 0, 0]

  async function acknowledged({ path, body, contentType }: Message): Promise<void> {
    for (let retries = 0; ; retries++) {
      try {
        await client.post(path, body, contentType)
        return
      } catch (error) {
        const isFinal = error instanceof HttpFailure && !BUSY.has(error.status)
        if (isFinal || retries === RETRIES_MAX) throw error
        refused++
        await pause(RETRY_MS)
      }
    }
  }

  async function connection(): Promise<void> {
    while (elapsed() < seconds) {
      const next = messages.next()
      if (next.done) return
      calls += next.value.calls
      bytes += next.value.body.length
      await pause((calls / callsPerSecond - elapsed()) * 1000)
      const sentAt = performance.now()
      await acknowledged(next.value)
      acknowledgedMs.push(performance.now() - sentAt)
    }
  }

  await Promise.all(Array.from({ length: connections }, connection))
  return { calls, bytes, seconds: elapsed(), acknowledgedMs, refused }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}
