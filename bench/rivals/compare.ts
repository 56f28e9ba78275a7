import { setTimeout as pause } from 'node:timers/promises'
import { treeCpuSeconds, treeUsage } from '../processes/process-tree.ts'
import { folderBytes, withFolder } from '../processes/service.ts'
import { settle } from '../processes/settle.ts'
import { median } from '../report/numbers.ts'
import type { Contender, RunningContender } from './contender.ts'
import { load, loadWarm, prepareLoad, type WarmLoad } from './load.ts'
import { CHAT_SEED, type DataSet, LONG_SEED, targetsOf } from './targets.ts'
import { type ReadResults, timeReads } from './timed-reads.ts'

export interface ComparePlan extends DataSet {
  /** Per read and number of clients. */
  readonly readSeconds: number
}

/** Everything that is measured of one contender. */
export interface Measurement {
  readonly name: string
  readonly version: string
  /** Spans of small traces. */
  readonly spans: number
  readonly startSeconds: number
  readonly idle: { readonly rssMiB: number; readonly pssMiB: number; readonly processes: number }
  readonly batchesOf500: WarmLoad
  readonly batchesOf100: WarmLoad
  /** CPU time of the batches of 500 with the background work after them. */
  readonly settledCpuSeconds: number
  readonly bytesPerSpan: {
    readonly sent: number
    readonly loaded: number
    readonly settled: number
    readonly stopped: number
  }
  /** Spans that can be read after the end of the process right after the last acknowledgement. */
  readonly survivedKill: number
  readonly survivedStop: number
  readonly reads: ReadResults
}

const IDLE_MS = 5_000
const BATCH = 500
const SMALL_BATCH = 100

/** Measures one contender alone on the machine. */
export async function measureContender(contender: Contender, plan: ComparePlan): Promise<Measurement> {
  const { name, version } = contender
  const starts: number[] = []
  const log = (step: string) => process.stderr.write(`${name}: ${step}\n`)

  log('load in batches of 500, reads')
  const main = await withRunning(contender, starts, (running, folder) =>
    mainRun(contender, plan, running, folder),
  )
  log('load in batches of 100')
  const data = chatData(plan)
  const batchesOf100 = await withRunning(contender, starts, (running) =>
    loadWarm(contender, running, { data, spansPerBatch: SMALL_BATCH }),
  )
  log('kill and restart')
  const survivedKill = await survivors(contender, plan, starts, ({ server }) => server.kill())
  log('stop and restart')
  const survivedStop = await survivors(contender, plan, starts, ({ server }) => server.stop())
  return {
    name,
    version,
    spans: plan.spans,
    startSeconds: median(starts),
    batchesOf100,
    survivedKill,
    survivedStop,
    ...main,
  }
}

const chatData = ({ spans }: DataSet) => ({ kind: 'chat', seed: CHAT_SEED, spans }) as const

/** On a data folder that is new and removed afterwards. */
function withRunning<T>(
  contender: Contender,
  starts: number[],
  work: (running: RunningContender, folder: string) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const running = await contender.start(folder)
    starts.push(running.server.startSeconds)
    try {
      return await work(running, folder)
    } finally {
      await running.server.kill()
    }
  })
}

async function mainRun(contender: Contender, plan: ComparePlan, running: RunningContender, folder: string) {
  const { pid } = running.server
  await pause(IDLE_MS)
  const { rssMiB, pssMiB, processes } = treeUsage(pid)
  const cpuBefore = treeCpuSeconds(pid)
  const batchesOf500 = await loadWarm(contender, running, { data: chatData(plan), spansPerBatch: BATCH })
  const loadedBytes = await folderBytes(folder)
  await settle(running.server.pid, folder)
  const settledCpuSeconds = treeCpuSeconds(pid) - cpuBefore

  const long = { kind: 'long', seed: LONG_SEED, spans: plan.longTraceSpans } as const
  const longLoad = await load(contender, running, { data: long, spansPerBatch: BATCH })
  await settle(running.server.pid, folder)
  const settledBytes = await folderBytes(folder)
  const reads = await timeReads(running, targetsOf(plan, contender.format), plan.readSeconds)
  await running.server.stop()
  const spans = plan.spans + longLoad.spans
  return {
    idle: { rssMiB, pssMiB, processes },
    batchesOf500,
    settledCpuSeconds,
    bytesPerSpan: {
      sent: batchesOf500.rest.bytesSent / batchesOf500.rest.spans,
      loaded: loadedBytes / plan.spans,
      settled: settledBytes / spans,
      stopped: (await folderBytes(folder)) / spans,
    },
    reads,
  }
}

/** Loads, ends the process at the last acknowledgement, starts it again and counts. */
async function survivors(
  contender: Contender,
  plan: ComparePlan,
  starts: number[],
  end: (running: RunningContender) => Promise<void>,
): Promise<number> {
  return withRunning(contender, starts, async (running, folder) => {
    const client = await prepareLoad(contender, running, { data: chatData(plan), spansPerBatch: BATCH })
    await client.run()
    await end(running)
    const again = await contender.start(folder)
    try {
      await settle(again.server.pid, folder)
      return await again.countSpans()
    } finally {
      await again.server.kill()
    }
  })
}
