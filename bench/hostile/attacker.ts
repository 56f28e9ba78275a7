import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { API_KEY } from '../processes/service.ts'
import type { Body } from './body.ts'
import type { HostilePlan } from './plan.ts'

/** An HTTP status, or the error that occurred instead. */
export interface Answer {
  readonly outcome: string
  readonly text: string
}

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** The server's key by default; null for none. */
  readonly key?: string | null
}

/** HTTP client of the attacks. Streams bodies as fast as the server accepts them. */
export class Attacker {
  readonly url: string
  readonly #agent = new Agent({ keepAlive: false })

  constructor(url: string) {
    this.url = url
  }

  /** Sends a body and reads the whole response. Never rejects: errors are reported as the outcome. */
  post(path: string, body: Body, { headers = {}, key = API_KEY }: SendOptions = {}): Promise<Answer> {
    const sent = request(`${this.url}${path}`, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        ...authorized(key),
        'content-type': 'application/json',
        'content-length': body.length,
        ...headers,
      },
    })
    const answer = new Promise<Answer>((resolve) => {
      sent.on('error', (error) =>
        resolve({ outcome: 'code' in error ? String(error.code) : error.message, text: '' }),
      )
      sent.on('response', (reply) => {
        let text = ''
        reply.on('data', (chunk: Buffer) => {
          if (text.length < KEPT_CHARS) text += chunk.toString('utf8', 0, KEPT_CHARS)
        })
        reply.on('error', () => resolve({ outcome: `${reply.statusCode}, cut off`, text }))
        reply.on('end', () => resolve({ outcome: String(reply.statusCode), text }))
      })
    })
    Readable.from(body.chunks()).pipe(sent)
    return answer
  }

  close(): void {
    this.#agent.destroy()
  }
}

const KEPT_CHARS = 2_000

export function authorized(key: string | null): Record<string, string> {
  return key === null ? {} : { authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` }
}

/** Runs `work` for 0 to `count` - 1 with limited concurrency. Results are in order of completion. */
export async function inTurns<T>(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const turn = async () => {
    while (next < count) results.push(await work(next++))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, turn))
  return results
}

/** Summarizes outcomes: `18 x 200, 2 x 429`. */
export function summaryOf(answers: readonly Answer[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of answers) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  if (answers.length === 1) return answers[0]?.outcome ?? ''
  return [...counts].map(([outcome, count]) => `${count} x ${outcome}`).join(', ')
}

export interface AttackContext {
  readonly attacker: Attacker
  readonly plan: HostilePlan
  readonly grpcPort: number
}

/** One attack, run against a fresh server. */
export interface Attack {
  readonly name: string
  /** Stores data that the attack needs; not measured. */
  readonly prepare?: (context: AttackContext) => Promise<void>
  /** Returns the outcome, usually response statuses. */
  readonly run: (context: AttackContext) => Promise<string>
  /** The only acceptable outcome, if there is just one. */
  readonly wanted?: string
}
