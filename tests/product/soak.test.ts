import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { residentMiB } from '../../bench/processes/process-usage.ts'
import { temporaryFolder } from '../../server/src/testing/temporary-folder.ts'
import { openTerminal } from '../../server/src/testing/terminal.ts'
import { type ServerProcess, startServer } from '../server/server-process.ts'
import { isLong, type Pause, pausesSince, reportingPauses } from './event-loop.ts'

/** `HEDDLE_SOAK_SECONDS=3600 npx vitest run tests/product/soak.test.ts` for the long version. */
const SECONDS = Number(process.env.HEDDLE_SOAK_SECONDS ?? 6)
const API_KEY = 's'.repeat(40)
const NATIVE = 'soak/native'
const OTLP = 'soak/otlp'
const BATCH = 50
const BURST = 2_500
/** The documented memory limit, plus the page caches. */
const MEMORY_MIB_MAX = 1_200

test(
  `in ${SECONDS} s of writes and reads at full speed nothing is lost or doubled, memory is bounded, and no turn is long`,
  async () => {
    const data = temporaryFolder()
    const log = join(data, 'event-loop.ndjson')
    const server = await startServer({ data, apiKey: API_KEY, environment: reportingPauses(log) })
    onTestFinished(() => server.kill())
    const soak = new Soak(server)
    // The first requests load and compile code of the server.
    await soak.writeNative('first')
    await soak.writeSpans(2, 0)
    for (const [path, body] of READS) await soak.read(path, body)
    const startedAt = Date.now()
    const end = performance.now() + SECONDS * 1000
    const repeat = async (work: (turn: number) => Promise<void>) => {
      for (let turn = 0; performance.now() < end; turn++) await work(turn)
    }

    await Promise.all([
      ...[0, 1, 2].map((writer) => repeat((turn) => soak.writeNative(`${writer}-${turn}`))),
      ...[3, 4].map((writer) => repeat((turn) => soak.writeSpans(writer, turn))),
      ...READS.map(([path, body]) => repeat(() => soak.read(path, body))),
      repeat(() => soak.watch()),
    ])
    await soak.burst()
    // Sums of all calls in one reply.
    await soak.read('/trace/usage', { project_id: NATIVE, include_costs: true, limit: 20_000 })

    const pauses = pausesSince(startedAt, log)
    console.info(`soak of ${SECONDS} s:`, soak.report(), 'longest pause and turn:', ...longestOf(pauses))
    expect(soak.problems).toEqual([])
    expect(await soak.count(NATIVE)).toBe(soak.native)
    expect(await soak.count(OTLP)).toBe(soak.spans)
    expect(soak.peakMiB).toBeLessThan(MEMORY_MIB_MAX)
    expect(pauses.filter(isLong)).toEqual([])
    expect(await server.stop()).toBe(0)
    expect(await openTerminal(data).run('verify')).toMatchObject({ code: 0 })
  },
  120_000 + SECONDS * 3_000,
)

const READS: readonly (readonly [path: string, body: object])[] = [
  [
    '/calls/stream_query',
    { project_id: NATIVE, limit: 100, sort_by: [{ field: 'started_at', direction: 'desc' }] },
  ],
  [
    '/calls/query_stats',
    {
      project_id: NATIVE,
      query: { $expr: { $contains: { input: { $getField: 'output' }, substr: { $literal: 'answer 1' } } } },
    },
  ],
  ['/calls/stream_query', { project_id: OTLP, filter: { trace_roots_only: true }, limit: 50 }],
]

const longestOf = (pauses: readonly Pause[]) =>
  (['ms', 'cpuMs'] as const).map((length) => pauses.toSorted((a, b) => b[length] - a[length])[0])

/** Clients of one server, and their results. */
class Soak {
  native = 0
  spans = 0
  reads = 0
  refused = 0
  /** Broken connections, which clients reopen. */
  broken = 0
  peakMiB = 0
  /** Responses that are neither a success nor an overload with Retry-After. */
  readonly problems: string[] = []
  readonly #server: ServerProcess

  constructor(server: ServerProcess) {
    this.#server = server
  }

  /** Stores complete calls with ids that start with the name. */
  async writeNative(name: string, count = BATCH): Promise<void> {
    const started_at = new Date().toISOString()
    const batch = Array.from({ length: count }, (_, n) => ({
      project_id: NATIVE,
      id: `${name}-${n}`,
      trace_id: name,
      op_name: 'soak',
      started_at,
      ended_at: started_at,
      attributes: {},
      inputs: { question: `question ${n} `.repeat(30) },
      output: `answer ${n}`,
      summary: { usage: { 'gpt-4o': { requests: 1, prompt_tokens: n, completion_tokens: 1 } } },
    }))
    await this.#send('/v2/soak/native/calls/complete', { batch })
    this.native += count
  }

  async writeSpans(writer: number, turn: number): Promise<void> {
    const nanos = `${Date.now()}000000`
    const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
    const first = (writer * 2 ** 24 + turn) * BATCH
    const traceId = hex(first + 1, 32)
    const spans = Array.from({ length: BATCH }, (_, n) => ({
      traceId,
      spanId: hex(first + n + 1, 16),
      ...(n > 0 && { parentSpanId: hex(first + 1, 16) }),
      name: 'soak',
      startTimeUnixNano: nanos,
      endTimeUnixNano: nanos,
    }))
    await this.#send(
      '/otel/v1/traces',
      { resourceSpans: [{ scopeSpans: [{ spans }] }] },
      { project_id: OTLP },
    )
    this.spans += BATCH
  }

  async read(path: string, body: object): Promise<void> {
    await this.#send(path, body)
    this.reads++
  }

  /** Checks the memory, and reads the metrics like Prometheus. */
  async watch(): Promise<void> {
    this.peakMiB = Math.max(this.peakMiB, residentMiB(this.#server.pid) || 0)
    await this.#send('/metrics')
    await wait(500)
  }

  /** More concurrent writes than may be pending: some are refused with Retry-After, and stored later. */
  async burst(): Promise<void> {
    const writes: Promise<void>[] = []
    for (let n = 0; n < BURST; n++) {
      writes.push(this.writeNative(`burst-${n}`, 1))
      // The system keeps a few hundred connections for a server that has not accepted them yet, and resets others.
      if (n % 100 === 0) await wait(20)
    }
    await Promise.all(writes)
  }

  async count(project_id: string): Promise<unknown> {
    const reply = await this.#fetch('/calls/query_stats', { project_id })
    return Object(await reply.json()).count
  }

  report() {
    const { native, spans, reads, refused, broken, peakMiB } = this
    return { native, spans, reads, refused, broken, peakMiB: Math.round(peakMiB) }
  }

  /** Sends until it is accepted, as the SDKs do. */
  async #send(path: string, body?: object, headers: Record<string, string> = {}): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const reply = await this.#fetch(path, body, headers).catch(() => undefined)
      if (!reply) {
        this.broken++
        await wait(200)
        continue
      }
      const text = await reply.text()
      if (reply.ok) return
      const retryAfter = Number(reply.headers.get('retry-after') ?? Number.NaN)
      if (![429, 503].includes(reply.status) || !(retryAfter > 0)) {
        this.problems.push(`${path}: ${reply.status} ${text.slice(0, 200)}`)
        return
      }
      this.refused++
      await wait(Math.min(retryAfter, 1) * 1000)
    }
    this.problems.push(`${path}: refused too often`)
  }

  #fetch(path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    const authorization = `Bearer ${API_KEY}`
    return fetch(this.#server.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}
