import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { machine } from '../machine.ts'
import { basicAuth, HttpClient } from '../processes/http-client.ts'
import { cpuMsOf } from '../processes/process-usage.ts'
import { API_KEY, type Service, withService } from '../processes/service.ts'
import { formatted, median } from '../report/numbers.ts'
import { table } from '../report/table.ts'
import { SPANS_PROJECT, type Workload, workloadsFor } from './workloads.ts'

/** Rounds in each of two sessions: the server that starts last is about 10% slower, so each is last once. */
const ROUNDS = 5
const CONNECTIONS = 8

interface Sample {
  readonly cpuMs: number
  readonly wallMs: number
}

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
  const head = ['per 1,000', 'CPU ms before', 'after', 'ratio', 'ms before', 'after', 'ratio']
  process.stdout.write(`${machine()}\n\n${table(head, rows)}\n`)
}

type Samples = Map<string, { readonly before: Sample[]; readonly after: Sample[] }>

async function compare(before: Service, after: Service, samples: Samples): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const workload of workloadsFor(round + 1)) {
      const found = samples.get(workload.name) ?? { before: [], after: [] }
      samples.set(workload.name, found)
      const turns = [
        async () => found.before.push(await measure(before, workload)),
        async () => found.after.push(await measure(after, workload)),
      ]
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
      // The first round warms up.
      if (round === 0) for (const side of [found.before, found.after]) side.pop()
    }
  }
}

async function measure({ url, pid }: Service, { count, run }: Workload): Promise<Sample> {
  const client = new HttpClient(url, { ...basicAuth(API_KEY), project_id: SPANS_PROJECT }, CONNECTIONS)
  const [cpuBefore, startedAt] = [cpuMsOf(pid), performance.now()]
  await run(client)
  const [cpuMs, wallMs] = [cpuMsOf(pid) - cpuBefore, performance.now() - startedAt]
  client.close()
  return { cpuMs: (cpuMs / count) * 1000, wallMs: (wallMs / count) * 1000 }
}

function rowOf(name: string, before: readonly Sample[], after: readonly Sample[]): string[] {
  const medians = (samples: readonly Sample[]) => ({
    cpu: median(samples.map(({ cpuMs }) => cpuMs)),
    wall: median(samples.map(({ wallMs }) => wallMs)),
  })
  const [was, is] = [medians(before), medians(after)]
  const columns = [was.cpu, is.cpu, is.cpu / was.cpu, was.wall, is.wall, is.wall / was.wall]
  return [name, ...columns.map(formatted)]
}
