import { HttpClient } from '../processes/http-client.ts'
import { median } from '../report/numbers.ts'
import { READS, type ReadName, type ReadPlan, type RunningContender } from './contender.ts'
import type { Targets } from './targets.ts'

/** Median milliseconds with one and with four clients; why there are none; or null if the service has no such read. */
type ReadResult = { readonly one: number; readonly four: number } | { readonly failure: string } | null

export type ReadResults = Readonly<Partial<Record<ReadName, ReadResult>>>

const CLIENTS = 4
const READ_TIMEOUT_MS = 120_000
const SAMPLES_MIN = 3
const SAMPLES_MAX = 300

/** Runs every read for `seconds` with one client and as long with four, after as long without taking the time: by then a service has compiled its code and filled its caches. */
export async function timeReads(
  running: RunningContender,
  targets: Targets,
  seconds: number,
): Promise<ReadResults> {
  const plans = await running.reads(targets)
  const client = new HttpClient(running.server.url, running.headers, CLIENTS, READ_TIMEOUT_MS)
  const results: Partial<Record<ReadName, ReadResult>> = {}
  for (const name of READS) {
    const plan = plans[name]
    results[name] = plan && (await timeRead(client, plan, seconds))
  }
  client.close()
  return results
}

async function timeRead(client: HttpClient, plan: ReadPlan, seconds: number): Promise<ReadResult> {
  try {
    await checkedRead(client, plan)
    await sample(client, plan, seconds)
    const one = await sample(client, plan, seconds)
    const four = await Promise.all(Array.from({ length: CLIENTS }, () => sample(client, plan, seconds)))
    await checkedRead(client, plan)
    return { one: median(one), four: median(four.flat()) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Throws unless the answer is right. */
export async function checkedRead(client: HttpClient, plan: ReadPlan): Promise<void> {
  const read = plan()
  const rows = read.rows(await read.fetch(client))
  if (rows !== read.expected) throw new Error(`wrong answer: ${rows} instead of ${read.expected}`)
}

/** Milliseconds of one read. */
export async function timeOnce(client: HttpClient, plan: ReadPlan): Promise<number> {
  const read = plan()
  const startedAt = performance.now()
  await read.fetch(client)
  return performance.now() - startedAt
}

async function sample(client: HttpClient, plan: ReadPlan, seconds: number): Promise<number[]> {
  const samples: number[] = []
  const endsAt = performance.now() + seconds * 1000
  while (samples.length < SAMPLES_MIN || (samples.length < SAMPLES_MAX && performance.now() < endsAt))
    samples.push(await timeOnce(client, plan))
  return samples
}
