import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type ServerProcess, startServer } from '../../tests/server/server-process.ts'
import { machine } from '../machine.ts'
import { API_KEY, withFolder } from '../processes/service.ts'
import { formatted } from '../report/numbers.ts'
import type { Attack } from './attacker.ts'
import { Attacker } from './attacker.ts'
import { bodyAttacks } from './attacks/bodies.ts'
import { crowdAttacks } from './attacks/crowds.ts'
import { readAttacks } from './attacks/reads.ts'
import { textAttacks } from './attacks/texts.ts'
import type { MonitorOptions, Observed } from './monitor.ts'
import { type HostilePlan, hostilePlanFrom } from './plan.ts'

const ATTACKS: readonly Attack[] = [...bodyAttacks, ...readAttacks, ...textAttacks, ...crowdAttacks]

const PEAK_MIB_MAX = 1_536
const HEALTH_MS_MAX = 1_000

/** Runs the attacks one after the other and prints a Markdown table row for each. */
export async function runHostile(args: readonly string[]): Promise<void> {
  const plan = hostilePlanFrom(args)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const chosen = ATTACKS.filter(
    ({ name }) => plan.only.length === 0 || plan.only.some((start) => name.startsWith(start)),
  )
  print(`${machine()}\n`)
  print('| attack | outcome | seconds | peak MiB | worst /health, ms | verdict |')
  print('|---|---|---|---|---|---|')
  let reached = 0
  for (const attack of chosen) {
    const { cells, isReached } = await withFolder((folder) => measure(attack, plan, folder))
    print(`| ${cells.join(' | ')} |`)
    if (isReached) reached++
  }
  print(
    `\n${reached} of ${chosen.length} attacks withstood: the process lives, stays below ${PEAK_MIB_MAX} MiB,`,
  )
  print(`and answers /health within ${HEALTH_MS_MAX} ms.`)
  process.exitCode = reached === chosen.length ? 0 : 1
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function measure(attack: Attack, plan: HostilePlan, folder: string) {
  const environment = { HEDDLE_OTLP_GRPC_PORT: '0' }
  const server = await startServer({ data: folder, apiKey: API_KEY, environment })
  const kill = () => void server.kill()
  process.once('exit', kill)
  const attacker = new Attacker(server.url)
  try {
    const context = { attacker, plan, grpcPort: await grpcPortOf(server) }
    await attack.prepare?.(context)
    resetPeak(server.pid)
    const stopMonitor = await startMonitor({
      url: server.url,
      pid: server.pid,
      memoryMibMax: plan.memoryMibMax,
    })
    const startedAt = performance.now()
    const outcome = await Promise.race([attack.run(context), tooLong(plan.secondsMax), endOf(server)])
    const seconds = (performance.now() - startedAt) / 1000
    // Catches delayed effects of the attack.
    await wait(500)
    return rowOf(attack, outcome, seconds, await stopMonitor(), server.exit())
  } finally {
    process.off('exit', kill)
    attacker.close()
    await server.kill()
  }
}

function rowOf(
  attack: Attack,
  outcome: string,
  seconds: number,
  observed: Observed,
  exit: string | undefined,
) {
  const { peakMib, worstHealthMs, isKilled } = observed
  const failures = [
    ...(isKilled
      ? ['over the memory that the bench allows']
      : exit === undefined
        ? []
        : [`the process ended (${exit})`]),
    ...(peakMib > PEAK_MIB_MAX ? ['memory'] : []),
    ...(worstHealthMs > HEALTH_MS_MAX ? ['/health'] : []),
    ...(attack.wanted === undefined || attack.wanted === outcome ? [] : [`wanted ${attack.wanted}`]),
    ...(outcome === NO_ANSWER ? ['unanswered'] : []),
  ]
  const verdict = failures.length === 0 ? 'withstood' : `**${failures.join(', ')}**`
  const numbers = [formatted(seconds), formatted(peakMib), formatted(worstHealthMs)]
  return { cells: [attack.name, outcome, ...numbers, verdict], isReached: failures.length === 0 }
}

const NO_ANSWER = 'no answer in time'

async function tooLong(seconds: number): Promise<string> {
  await wait(seconds * 1000, undefined, { ref: false })
  return NO_ANSWER
}

async function endOf(server: ServerProcess): Promise<string> {
  while (server.exit() === undefined) await wait(100, undefined, { ref: false })
  return 'no answer'
}

/** Starts the monitor and waits for its first health check. The returned function stops it and returns its findings. */
async function startMonitor(options: MonitorOptions): Promise<() => Promise<Observed>> {
  const hooks = new URL('../register.mjs', import.meta.url).href
  const worker = new Worker(new URL('./monitor.ts', import.meta.url), {
    workerData: options,
    execArgv: ['--import', hooks],
  })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('stop')
    const [observed]: Observed[] = await once(worker, 'message')
    await worker.terminate()
    if (observed === undefined) throw new Error('the monitor reported nothing')
    return observed
  }
}

/** Resets the peak memory of a process, if the kernel supports it. */
function resetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // The peak then includes the preparation of the attack.
  }
}

async function grpcPortOf(server: ServerProcess): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    const [, port] = /gRPC on port (\d+)/.exec(server.output()) ?? []
    if (port !== undefined) return Number(port)
    await wait(10)
  }
  throw new Error('the server did not print its gRPC port')
}
