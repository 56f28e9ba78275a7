import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../dataset/span-messages.ts'
import { HttpClient } from '../processes/http-client.ts'
import { folderBytes, withFolder } from '../processes/service.ts'
import { settle } from '../processes/settle.ts'
import { median } from '../report/numbers.ts'
import type { Contender, ReadPlan, RunningContender } from './contender.ts'
import { jsonRead, type Read } from './contender.ts'
import { countOf, equal, heddle, heddleReads, stream } from './heddle.ts'
import { load } from './load.ts'
import { CHAT_SEED, type Targets, targetsOf } from './targets.ts'
import { checkedRead, timeOnce } from './timed-reads.ts'

export interface GrowthPlan {
  /** Numbers of calls. */
  readonly sizes: readonly number[]
  /** For all reads of all sizes. */
  readonly readSeconds: number
}

/** Where databases are kept for another run: filling one takes longer than reading from it. */
export interface KeptDatabases {
  readonly keepIn?: string | undefined
}

/** What Heddle needs with more and more calls. All lists are parallel to `sizes`. */
export interface Growth {
  readonly sizes: readonly number[]
  /** Median milliseconds. */
  readonly reads: readonly { readonly name: string; readonly ms: readonly number[] }[]
  readonly bytesPerCall: readonly number[]
  readonly callsPerSecond: readonly number[]
  /** With all calls on disk. */
  readonly startSeconds: readonly number[]
}

const ROUNDS_MIN = 3
const ROUNDS_MAX = 300
const SETTLE_SECONDS_MAX = 900

/** One database of each size, asked in turns, so that other load on the machine affects all alike. */
export async function measureGrowth({
  sizes,
  readSeconds,
  keepIn,
}: GrowthPlan & KeptDatabases): Promise<Growth> {
  const contender = heddle('native')
  return withFilled(contender, sizes, keepIn, async (filled) => {
    const ms = await timeInTurns(filled, readSeconds)
    const startSeconds: number[] = []
    for (const { running, folder } of filled) {
      await running.server.stop()
      const again = await contender.start(folder)
      startSeconds.push(again.server.startSeconds)
      await again.server.kill()
    }
    return {
      sizes,
      reads: [...ms].map(([name, samples]) => ({ name, ms: samples.map(median) })),
      bytesPerCall: filled.map(({ bytesPerCall }) => bytesPerCall),
      callsPerSecond: filled.map(({ callsPerSecond }) => callsPerSecond),
      startSeconds,
    }
  })
}

interface FillCost {
  readonly bytesPerCall: number
  readonly callsPerSecond: number
}

interface Filled extends FillCost {
  readonly running: RunningContender
  readonly folder: string
  readonly plans: ReadonlyMap<string, ReadPlan>
}

function withFilled<T>(
  contender: Contender,
  sizes: readonly number[],
  keepIn: string | undefined,
  work: (filled: readonly Filled[]) => Promise<T>,
): Promise<T> {
  const [size, ...others] = sizes
  if (size === undefined) return work([])
  return withDatabase(size, keepIn, async (folder) => {
    const running = await contender.start(folder)
    try {
      const cost = await filledOnce(contender, running, folder, size)
      const plans = growthReads(targetsOf({ spans: size, longTraceSpans: 0 }, contender.format))
      return await withFilled(contender, others, keepIn, (rest) =>
        work([{ ...cost, running, folder, plans }, ...rest]),
      )
    } finally {
      await running.server.kill()
    }
  })
}

/** Beside the database, once that is complete. */
const FILL_COST_FILE = 'fill-cost.json'

function withDatabase<T>(
  size: number,
  keepIn: string | undefined,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  if (!keepIn) return withFolder(work)
  const folder = join(keepIn, String(size))
  if (!existsSync(join(folder, FILL_COST_FILE))) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return work(folder)
}

async function filledOnce(
  contender: Contender,
  running: RunningContender,
  folder: string,
  size: number,
): Promise<FillCost> {
  const file = join(folder, FILL_COST_FILE)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const cost = await fill(contender, running, folder, size)
  writeFileSync(file, JSON.stringify(cost))
  return cost
}

async function fill(
  contender: Contender,
  running: RunningContender,
  folder: string,
  size: number,
): Promise<FillCost> {
  process.stderr.write(`Heddle: fill with ${size} calls\n`)
  const data = { kind: 'chat', seed: CHAT_SEED, spans: size } as const
  const { readableSeconds } = await load(contender, running, { data, spansPerBatch: 500, onTheFly: true })
  await settle(running.server.pid, folder, SETTLE_SECONDS_MAX)
  return { bytesPerCall: (await folderBytes(folder)) / size, callsPerSecond: size / readableSeconds }
}

/** The reads of the comparison that need no long trace, and some that only Heddle is asked for. */
function growthReads(targets: Targets): ReadonlyMap<string, ReadPlan> {
  const {
    'long trace, full': _full,
    'long trace, tree only': _tree,
    ...reads
  } = heddleReads(targets, 'native')
  const top = (field: string) =>
    stream({ sort_by: [{ field, direction: 'desc' }], limit: 50 }, Math.min(50, targets.spans))
  const ofUser = { $expr: equal('attributes.user_id', targets.user.value) }
  return new Map<string, ReadPlan>([
    ...Object.entries(reads),
    ['count by user', () => countOf({ query: ofUser }, targets.user.spans)],
    ['top 50 by temperature', () => top('attributes.model_parameters.temperature')],
    ['slowest 50', () => top('summary.weave.latency_ms')],
    ['most expensive 50', () => top('summary.weave.total_cost')],
    ['dashboard, all calls', () => dashboard(targets.spans)],
  ])
}

/** What the dashboard asks for, over a window that contains every call. */
function dashboard(expected: number): Read {
  const body = JSON.stringify({
    project_id: PROJECT,
    start: '2026-03-01T00:00:00Z',
    end: '2026-04-01T00:00:00Z',
    granularity: 86_400,
    call_metrics: [
      { metric: 'call_count', aggregations: ['sum'] },
      { metric: 'error_count', aggregations: ['sum'] },
      { metric: 'latency_ms', percentiles: [50, 95] },
    ],
    usage_metrics: [
      { metric: 'total_tokens', aggregations: ['sum'] },
      { metric: 'total_cost', aggregations: ['sum'] },
    ],
  })
  return jsonRead<{ call_buckets: { count?: number }[] }>(
    (client) => client.post('/calls/stats', body),
    ({ call_buckets }) => call_buckets.reduce((sum, { count = 0 }) => sum + count, 0),
    expected,
  )
}

/** Milliseconds of each read, one list for each size. */
async function timeInTurns(filled: readonly Filled[], seconds: number): Promise<Map<string, number[][]>> {
  const clients = filled.map(({ running }) => new HttpClient(running.server.url, running.headers, 1))
  const names = [...(filled[0]?.plans.keys() ?? [])]
  const samples = new Map(names.map((name): [string, number[][]] => [name, filled.map(() => [])]))
  const eachPlan = async (
    name: string,
    work: (client: HttpClient, plan: ReadPlan, at: number) => Promise<void>,
  ) => {
    for (const [at, { plans }] of filled.entries()) {
      const [client, plan] = [clients[at], plans.get(name)]
      if (client && plan) await work(client, plan, at)
    }
  }
  for (const [name, taken] of samples) {
    await eachPlan(name, (client, plan) => checkedRead(client, plan))
    const endsAt = performance.now() + (seconds * 1000) / names.length
    for (let round = 0; round < ROUNDS_MIN || (round < ROUNDS_MAX && performance.now() < endsAt); round++)
      await eachPlan(name, async (client, plan, at) => void taken[at]?.push(await timeOnce(client, plan)))
  }
  for (const client of clients) client.close()
  return samples
}
