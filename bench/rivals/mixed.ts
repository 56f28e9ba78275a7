import { setTimeout as pause } from 'node:timers/promises'
import { HttpClient } from '../processes/http-client.ts'
import { withFolder } from '../processes/service.ts'
import { quantile } from '../report/numbers.ts'
import type { ReadPlan, RunningContender } from './contender.ts'
import { heddle, heddleReads, stream } from './heddle.ts'
import { load, prepareLoad } from './load.ts'
import { CHAT_SEED, targetsOf } from './targets.ts'
import { timeOnce } from './timed-reads.ts'

export interface MixedPlan {
  /** Calls in the database when it begins. */
  readonly calls: number
  readonly seconds: number
}

interface Latency {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Milliseconds of requests that run at the same time. */
export interface Mixed {
  readonly calls: number
  readonly spansPerSecondMax: number
  readonly spansPerSecond: number
  /** Of the ingest alone at full speed, and at 70% beside the reads. */
  readonly acknowledged: { readonly alone: Latency; readonly mixed: Latency }
  readonly reads: readonly { readonly name: string; readonly alone: Latency; readonly mixed: Latency }[]
  readonly readsPerSecond: number
  /** Calls that the scan read. */
  readonly scannedPerSecond: number
}

const LOAD_SHARE = 0.7
const READERS = 10
const READ_EVERY_MS = 100
const SPANS_PER_BATCH = 100
const SCANNED = 5_000
const READS = ['one span by id', 'one trace (5–10 spans)', 'first page as its UI asks'] as const

/** OTLP ingest at 70% of what is possible, ten readers and one scan, all at once on a filled database. */
export function measureMixed({ calls, seconds }: MixedPlan): Promise<Mixed> {
  const contender = heddle('otlp')
  return withFolder(async (folder) => {
    const running = await contender.start(folder)
    try {
      process.stderr.write(`Heddle: fill with ${calls} calls for the mixed load\n`)
      const data = { kind: 'chat', seed: CHAT_SEED, spans: calls } as const
      await load(contender, running, { data, spansPerBatch: 500, onTheFly: true })
      const plans = plansOf(calls)
      const alone = await readFor(running, plans, seconds / 2)

      const send = async (seed: number, callsPerSecond: number) => {
        const options = { data: { kind: 'recycled', seed }, spansPerBatch: SPANS_PER_BATCH, seconds } as const
        return (await prepareLoad(contender, running, { ...options, callsPerSecond })).run()
      }
      const full = await send(1_000_000, Infinity)
      const spansPerSecondMax = full.calls / full.seconds
      const [ingest, mixed, scanned] = await Promise.all([
        send(2_000_000, spansPerSecondMax * LOAD_SHARE),
        readFor(running, plans, seconds),
        scanFor(running, seconds),
      ])
      return {
        calls,
        spansPerSecondMax,
        spansPerSecond: ingest.calls / ingest.seconds,
        acknowledged: { alone: latencyOf(full.acknowledgedMs), mixed: latencyOf(ingest.acknowledgedMs) },
        reads: READS.map((name) => ({
          name,
          alone: latencyOf(alone.get(name) ?? []),
          mixed: latencyOf(mixed.get(name) ?? []),
        })),
        readsPerSecond: [...mixed.values()].flat().length / seconds,
        scannedPerSecond: scanned / seconds,
      }
    } finally {
      await running.server.kill()
    }
  })
}

function plansOf(calls: number): ReadonlyMap<string, ReadPlan> {
  const reads = heddleReads(targetsOf({ spans: calls, longTraceSpans: 0 }, 'otlp'), 'otlp')
  return new Map(READS.map((name) => [name, reads[name]]))
}

/** Ten readers that send a request every 100 ms each, unless the last one takes longer. */
async function readFor(
  { server, headers }: RunningContender,
  plans: ReadonlyMap<string, ReadPlan>,
  seconds: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const client = new HttpClient(server.url, headers, READERS)
  const samples = new Map([...plans.keys()].map((name): [string, number[]] => [name, []]))
  const endsAt = performance.now() + seconds * 1000
  const reader = async (_: unknown, index: number) => {
    await pause((READ_EVERY_MS / READERS) * index)
    while (performance.now() < endsAt) {
      for (const [name, plan] of plans) {
        const taken = await timeOnce(client, plan)
        samples.get(name)?.push(taken)
        await pause(Math.max(0, READ_EVERY_MS - taken))
      }
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  client.close()
  return samples
}

/** Reads full calls in a loop, as an export does; returns how many. */
async function scanFor({ server, headers }: RunningContender, seconds: number): Promise<number> {
  const client = new HttpClient(server.url, headers, 1)
  const endsAt = performance.now() + seconds * 1000
  let scanned = 0
  while (performance.now() < endsAt) {
    const scan = stream({ limit: SCANNED }, SCANNED)
    scanned += scan.rows(await scan.fetch(client))
  }
  client.close()
  return scanned
}

const latencyOf = (samples: readonly number[]): Latency => ({
  p50: quantile(samples, 0.5),
  p99: quantile(samples, 0.99),
  max: quantile(samples, 1),
})
