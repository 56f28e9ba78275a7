import type { Plan } from '../plan.ts'
import { fill } from '../processes/fill.ts'
import type { HttpIngest } from '../processes/ingest-over-http.ts'
import type { HttpResult } from '../processes/send.ts'
import { API_KEY, type Service, withServices } from '../processes/service.ts'
import { prepare } from '../processes/worker-process.ts'
import type { Goal } from '../report/goals.ts'
import { formatted, median, quantile } from '../report/numbers.ts'
import { table } from '../report/table.ts'
import { openReader, READS, type Reader, type ReadName, SCAN_NAMES } from './reader.ts'

type Situation = 'idle' | 'ingesting' | 'scanning'

const INGEST_CALLS_PER_SECOND = 1_000
/** Scans are slow and run in some rounds only, to leave time for the other reads. */
const SCAN_EVERY = 8

/** Milliseconds of each read, by size of the database. */
type Timings = ReadonlyMap<number, ReadonlyMap<ReadName, number[]>>

/** Runs the same reads on databases of several sizes alternately, under the same load of the machine. */
export function measureReads({ sizes, readSeconds }: Plan): Promise<{ text: string; goals: Goal[] }> {
  return withServices(sizes.length, async (services) => {
    const readers = new Map<number, Reader>()
    for (const [index, service] of services.entries()) {
      const size = sizes[index] ?? 0
      await fill(service, size)
      readers.set(size, await openReader(service, size))
    }
    const idle = await sample(readers, readSeconds)
    const ingesting = await whileIngesting(services, readSeconds, () => sample(readers, readSeconds))
    const scanning = await whileScanning(readers, () => sample(readers, readSeconds))
    for (const reader of readers.values()) reader.close()
    return { text: textOf({ idle, ingesting, scanning }), goals: goalsOf(idle, sizes) }
  })
}

async function sample(readers: ReadonlyMap<number, Reader>, seconds: number): Promise<Timings> {
  const timings = new Map(
    [...readers.keys()].map((size) => [size, new Map(READS.map((name): [ReadName, number[]] => [name, []]))]),
  )
  const endsAt = performance.now() + seconds * 1000
  for (let turn = 0; performance.now() < endsAt; turn++) {
    for (const name of READS) {
      if (SCAN_NAMES.has(name) && turn % SCAN_EVERY !== 0) continue
      for (const [size, reader] of readers)
        timings
          .get(size)
          ?.get(name)
          ?.push(await reader.time(name))
    }
  }
  return timings
}

/** Ingests into other projects, so that the queried project keeps its size. */
async function whileIngesting<T>(
  services: readonly Service[],
  seconds: number,
  work: () => Promise<T>,
): Promise<T> {
  const loads = await Promise.all(
    services.map(({ url }) =>
      prepare<HttpIngest, HttpResult>('./ingest-over-http.ts', {
        url,
        apiKey: API_KEY,
        connections: 2,
        data: { seed: 9, entity: 'others', form: 'parts', callsPerBatch: 50 },
        until: { seconds: seconds + 1, callsPerSecond: INGEST_CALLS_PER_SECOND },
      }),
    ),
  )
  const ingest = Promise.all(loads.map((load) => load.run()))
  const result = await work()
  await ingest
  return result
}

/** Runs counts by a JSON path in a loop, which reads every call of the project. */
async function whileScanning<T>(readers: ReadonlyMap<number, Reader>, work: () => Promise<T>): Promise<T> {
  let over = false
  const scans = [...readers.values()].map(async (reader) => {
    while (!over) await reader.time('count by JSON path')
  })
  const result = await work()
  over = true
  await Promise.all(scans)
  return result
}

function textOf(situations: Readonly<Record<Situation, Timings>>): string {
  const sizes = [...situations.idle.keys()]
  const head = ['read, ms', 'while', ...sizes.flatMap((size) => [`${formatted(size)} p50`, 'p99'])]
  const rows = READS.flatMap((name) =>
    Object.entries(situations).map(([situation, timings]) => {
      const samples = sizes.map((size) => timings.get(size)?.get(name) ?? [])
      return [
        name,
        situation,
        ...samples.flatMap((taken) => [median(taken), quantile(taken, 0.99)]).map(formatted),
      ]
    }),
  )
  return table(head, rows)
}

/** Growth from the first size to the second. */
function goalsOf(idle: Timings, sizes: readonly number[]): Goal[] {
  const [small = 0, large = 0] = sizes
  return (['point read', 'first page of roots'] as const).map((name) => {
    const at = (size: number) => median(idle.get(size)?.get(name) ?? [])
    return {
      name: `${name}, p50 at ${formatted(large)} : ${formatted(small)}`,
      measured: at(large) / at(small),
      atMost: 1.5,
    }
  })
}
