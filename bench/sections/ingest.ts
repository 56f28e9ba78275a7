import type { BatchOptions, Form } from '../dataset/batches.ts'
import type { Plan } from '../plan.ts'
import type { EngineIngest, EngineResult } from '../processes/ingest-into-engine.ts'
import type { HttpIngest } from '../processes/ingest-over-http.ts'
import { cpuSecondsOf } from '../processes/process-usage.ts'
import type { HttpResult } from '../processes/send.ts'
import { API_KEY, folderBytes, withFolder, withService } from '../processes/service.ts'
import { prepare } from '../processes/worker-process.ts'
import type { Goal } from '../report/goals.ts'
import { formatted, median } from '../report/numbers.ts'
import { table } from '../report/table.ts'

const CONNECTIONS = 8
const CALLS_PER_BATCH = 125
/** Warm-up: JIT compilation and caches settle within a second. */
const WARM_UP_CALLS = 5_000

/** One way of storing the same calls. */
interface Contender {
  readonly name: string
  readonly form: Form
  readonly measure: (calls: number, data: BatchOptions) => Promise<Sample>
}

interface Sample {
  readonly callsPerSecond: number
  readonly cpuMicrosPerCall: number
  /** Size of the closed database; a running server also has a WAL of varying size. */
  readonly bytesPerCall: number
}

/** Medians of the rounds. */
export interface IngestRate extends Sample {
  readonly name: string
}

export type IngestPlan = Pick<Plan, 'ingestRounds' | 'ingestCalls'>

const CONTENDERS: readonly Contender[] = [
  { name: 'HTTP, /call/upsert_batch', form: 'parts', measure: overHttp },
  { name: 'engine, starts and ends', form: 'parts', measure: intoEngine('storage') },
  { name: 'bare SQLite, starts and ends', form: 'parts', measure: intoEngine('statements') },
  { name: 'HTTP, /calls/complete', form: 'whole', measure: overHttp },
  { name: 'engine, whole calls', form: 'whole', measure: intoEngine('storage') },
  { name: 'bare SQLite, whole calls', form: 'whole', measure: intoEngine('statements') },
]

/** Durable ingest over HTTP compared with writing the same calls directly to the engine, alternately. */
export async function measureIngest({
  ingestRounds,
  ingestCalls,
}: IngestPlan): Promise<{ text: string; rates: IngestRate[]; goals: Goal[] }> {
  const samples = new Map(CONTENDERS.map((contender): [Contender, Sample[]] => [contender, []]))
  for (let round = 0; round < ingestRounds; round++) {
    for (const [contender, taken] of samples) {
      const data = { seed: round + 1, entity: 'team', form: contender.form, callsPerBatch: CALLS_PER_BATCH }
      taken.push(await contender.measure(ingestCalls, data))
    }
  }
  const rates = [...samples].map(([{ name }, taken]) => ({
    name,
    callsPerSecond: median(taken.map(({ callsPerSecond }) => callsPerSecond)),
    cpuMicrosPerCall: median(taken.map(({ cpuMicrosPerCall }) => cpuMicrosPerCall)),
    bytesPerCall: median(taken.map(({ bytesPerCall }) => bytesPerCall)),
  }))
  const rows = rates.map(({ name, callsPerSecond, cpuMicrosPerCall, bytesPerCall }) => [
    name,
    // Microseconds per call equal milliseconds per thousand calls.
    ...[callsPerSecond, cpuMicrosPerCall, bytesPerCall].map(formatted),
  ])
  return {
    rates,
    text: table(['durable ingest', 'calls/s', 'CPU ms / 1,000 calls', 'disk bytes/call'], rows),
    goals: [
      {
        name: 'upsert_batch over HTTP : bare engine, calls/s',
        measured: ratio(samples, 'parts'),
        atLeast: 0.5,
      },
      {
        name: 'calls/complete over HTTP : bare engine, calls/s',
        measured: ratio(samples, 'whole'),
        atLeast: 0.5,
      },
    ],
  }
}

/** Ratio per round, since load affects both ways alike, against the faster way into the engine. */
function ratio(samples: ReadonlyMap<Contender, readonly Sample[]>, form: Form): number {
  const [http = [], ...bare] = [...samples]
    .filter(([contender]) => contender.form === form)
    .map(([, taken]) => taken)
  const rateOf = (taken: readonly Sample[], round: number) => taken[round]?.callsPerSecond ?? Number.NaN
  return median(
    http.map(
      (sample, round) => sample.callsPerSecond / Math.max(...bare.map((taken) => rateOf(taken, round))),
    ),
  )
}

function overHttp(calls: number, data: BatchOptions): Promise<Sample> {
  return withService(async ({ url, pid }) => {
    const options: HttpIngest = {
      url,
      apiKey: API_KEY,
      connections: CONNECTIONS,
      data,
      until: { warmUpCalls: WARM_UP_CALLS, calls },
    }
    const work = await prepare<HttpIngest, HttpResult>('./ingest-over-http.ts', options)
    const cpuBefore = cpuSecondsOf(pid)
    const result = await work.run()
    const cpuSeconds = cpuSecondsOf(pid) - cpuBefore
    return sampleOf({ ...result, cpuSeconds }, Number.NaN)
  })
}

function intoEngine(through: EngineIngest['through']) {
  return (calls: number, data: BatchOptions): Promise<Sample> =>
    withFolder(async (folder) => {
      const options = { folder, through, connections: CONNECTIONS, warmUpCalls: WARM_UP_CALLS, calls, data }
      const work = await prepare<EngineIngest, EngineResult>('./ingest-into-engine.ts', options)
      const result = await work.run()
      return sampleOf(result, await folderBytes(folder))
    })
}

const sampleOf = ({ calls, seconds, cpuSeconds }: EngineResult, bytes: number): Sample => ({
  callsPerSecond: calls / seconds,
  cpuMicrosPerCall: (cpuSeconds / calls) * 1e6,
  bytesPerCall: bytes / (WARM_UP_CALLS + calls),
})
