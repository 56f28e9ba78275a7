import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { residentMiB } from '../processes/process-usage.ts'

/** Runs in a separate thread, so that a busy attacker does not delay its timers. */

export interface MonitorOptions {
  readonly url: string
  readonly pid: number
  readonly memoryMibMax: number
}

export interface Observed {
  readonly peakMib: number
  readonly worstHealthMs: number
  readonly isKilled: boolean
}

const HEALTH_EVERY_MS = 100
const MEMORY_EVERY_MS = 25

const { url, pid, memoryMibMax }: MonitorOptions = workerData
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let peakMib = 0
let worstHealthMs = 0
let isKilled = false
let isReady = false
let askedAt: number | undefined

const memoryTimer = setInterval(watchMemory, MEMORY_EVERY_MS)
const healthTimer = setInterval(askHealth, HEALTH_EVERY_MS)

parentPort?.once('message', () => {
  clearInterval(memoryTimer)
  clearInterval(healthTimer)
  watchMemory()
  // A pending health check has taken at least this long.
  if (askedAt !== undefined) worstHealthMs = Math.max(worstHealthMs, performance.now() - askedAt)
  agent.destroy()
  const observed: Observed = { peakMib, worstHealthMs, isKilled }
  parentPort?.postMessage(observed)
})

function watchMemory(): void {
  const resident = residentMiB(pid)
  if (Number.isNaN(resident)) return
  peakMib = Math.max(peakMib, peakOf(pid), resident)
  if (resident <= memoryMibMax || isKilled) return
  isKilled = true
  process.kill(pid, 'SIGKILL')
}

/** The kernel records peaks between two samples. */
function peakOf(process: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function askHealth(): void {
  if (askedAt !== undefined) return
  const startedAt = performance.now()
  askedAt = startedAt
  const done = () => {
    askedAt = undefined
    worstHealthMs = Math.max(worstHealthMs, performance.now() - startedAt)
    if (!isReady) parentPort?.postMessage('ready')
    isReady = true
  }
  // A failed check counts as well.
  get(`${url}/health`, { agent }, (reply) => reply.resume().once('end', done)).once('error', done)
}
