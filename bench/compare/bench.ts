import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { machine } from '../machine.ts'
import { basicAuth, HttpClient } from '../processes/http-client.ts'
import { cpuMsOf, cpuSecondsOf } from '../processes/process-usage.ts'
import { API_KEY, type Service, withService } from '../processes/service.ts'
import { settle } from '../processes/settle.ts'
import { formatted, median } from '../report/numbers.ts'
import { table } from '../report/table.ts'
import { SPANS_PROJECT, type Workload, workloadsFor } from './workloads.ts'

/** Rounds in each of two sessions: the server that starts last is about 10% slower, so each is last once. */
const ROUNDS = 5
const CONNECTIONS = 8

/** Per 1,000 of what a workload counts. */
interface Sample {
  readonly wallMs: number
  /** Until the last answer. */
  readonly cpuMs: number
  /** Until the server has nothing left to do in the background. */
  readonly settledCpuMs: number
}

const FIGURES = [
  ['ms', ({ wallMs }: Sample) => wallMs],
  ['CPU ms', ({ cpuMs }: Sample) => cpuMs],
  ['CPU ms, settled', ({ settledCpuMs }: Sample) => settledCpuMs],
] as const

/** Measures the builds of this and another checkout alternately and prints the ratios. */
export async function runComparison([other]: readonly string[]): Promise<void> {
  const bundle = join(resolve(other ?? ''), 'server/dist/heddle.js')
  if (other === undefined || !existsSync(bundle)) {
    throw new Error('Name another checkout that is built: npm run bench:compare -- ../heddle-before')
  }
  const samples: Samples = new Map()
  await withService((before) => withService((after) => compare(before, after, samples)), bundle)
  await withService((after) => withService((before) => compare(before, after, samples), bundle))
  const rows = [...samples].map(([name, { before, after }]) => rowOf(name, before, after))
  const head = ['per 1,000', ...FIGURES.flatMap(([name]) => [`${name} before`, 'after', 'ratio'])]
  process.stdout.write(`${machine()}\n\n${table(head, rows)}\n`)
}

type Samples = Map<string, { readonly before: Sample[]; readonly after: Sample[] }>

async function compare(before: Service, after: Service, samples: Samples): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const services = round % 2 === 0 ? [before, after] : [after, before]
    for (const workload of workloadsFor(round + 1)) {
      const measured = await measureAll(services, workload)
      // The first round warms up.
      if (round === 0) continue
      const found = samples.get(workload.name) ?? { before: [], after: [] }
      samples.set(workload.name, found)
      for (const [service, sample] of measured) found[service === before ? 'before' : 'after'].push(sample)
    }
  }
}

/** One after the other, and then all until they settle: background work of one would slow down the next. */
async function measureAll(services: readonly Service[], workload: Workload): Promise<Map<Service, Sample>> {
  const answered = new Map<Service, () => Sample>()
  for (const service of services) answered.set(service, await measure(service, workload))
  if (workload.isWriting) await Promise.all(services.map(({ pid, folder }) => settle(pid, folder)))
  return new Map([...answered].map(([service, sample]) => [service, sample()]))
}

/** Returns how to complete the sample once the server has settled. */
async function measure({ url, pid }: Service, { count, run }: Workload): Promise<() => Sample> {
  const client = new HttpClient(url, { ...basicAuth(API_KEY), project_id: SPANS_PROJECT }, CONNECTIONS)
  const per1000 = (ms: number) => (ms / count) * 1000
  const [secondsBefore, cpuBefore, startedAt] = [cpuSecondsOf(pid), cpuMsOf(pid), performance.now()]
  await run(client)
  const [cpuMs, wallMs] = [cpuMsOf(pid) - cpuBefore, performance.now() - startedAt]
  client.close()
  return () => ({
    wallMs: per1000(wallMs),
    cpuMs: per1000(cpuMs),
    // Threads may have ended meanwhile.
    settledCpuMs: per1000((cpuSecondsOf(pid) - secondsBefore) * 1000),
  })
}

function rowOf(name: string, before: readonly Sample[], after: readonly Sample[]): string[] {
  const columns = FIGURES.flatMap(([, figure]) => {
    const [was, is] = [median(before.map(figure)), median(after.map(figure))]
    return [was, is, is / was]
  })
  return [name, ...columns.map(formatted)]
}
