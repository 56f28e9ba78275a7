import { setTimeout as pause } from 'node:timers/promises'
import type { PayloadKind } from '../dataset/payload-kinds.ts'
import { type TreeUsage, treeCpuSeconds, treeUsage } from '../processes/process-tree.ts'
import type { HttpResult } from '../processes/send.ts'
import type { SpanIngest } from '../processes/send-spans.ts'
import { prepare } from '../processes/worker-process.ts'
import type { Contender, RunningContender } from './contender.ts'

const CONNECTIONS = 4
const WATCH_EVERY_MS = 500
const STALLED_MS = 60_000

/** Spans that a contender has taken, and what that cost. */
export interface Load {
  readonly spans: number
  readonly bytesSent: number
  /** Until the last acknowledgement. */
  readonly acknowledgedSeconds: number
  /** Until the last span could be read. */
  readonly readableSeconds: number
  readonly cpuSeconds: number
  readonly peakRssMiB: number
  readonly peakPssMiB: number
  /** Requests that had to be sent again because the server was busy. */
  readonly refused: number
}

export type LoadOptions = Pick<
  SpanIngest,
  'data' | 'spansPerBatch' | 'onTheFly' | 'seconds' | 'callsPerSecond'
>

/** A client in a process of its own, ready to send. */
export function prepareLoad(
  { format }: Contender,
  { server, headers }: RunningContender,
  options: LoadOptions,
) {
  return prepare<SpanIngest, HttpResult>('./send-spans.ts', {
    url: server.url,
    headers,
    format,
    connections: CONNECTIONS,
    ...options,
  })
}

/** Sends spans and waits until all of them can be read. */
export async function load(
  contender: Contender,
  running: RunningContender,
  options: LoadOptions,
): Promise<Load> {
  return send(running, await prepareLoad(contender, running, options))
}

type Client = Awaited<ReturnType<typeof prepareLoad>>

async function send(running: RunningContender, client: Client): Promise<Load> {
  const { pid } = running.server
  const before = await running.countSpans()
  const cpuBefore = treeCpuSeconds(pid)
  const peaks = watchMemory(pid)
  const startedAt = performance.now()
  const { calls, bytes, seconds, refused } = await client.run()
  await readable(running, before + calls)
  const readableSeconds = (performance.now() - startedAt) / 1000
  return {
    spans: calls,
    bytesSent: bytes,
    acknowledgedSeconds: seconds,
    readableSeconds,
    cpuSeconds: treeCpuSeconds(pid) - cpuBefore,
    ...peaks.stop(),
    refused,
  }
}

/** A data set of which the first spans have figures of their own. */
export interface WarmLoad {
  readonly first: Load
  readonly rest: Load
}

/**
 * Sends a data set in two parts, one right after the other, so that the second meets a server that has compiled its
 * code and filled its caches.
 */
export async function loadWarm(
  contender: Contender,
  running: RunningContender,
  {
    data,
    ...options
  }: LoadOptions & {
    readonly data: { readonly kind: PayloadKind; readonly seed: number; readonly spans: number }
  },
): Promise<WarmLoad> {
  const sent = Math.floor(data.spans * FIRST_SHARE)
  const firstClient = await prepareLoad(contender, running, { ...options, data: { ...data, spans: sent } })
  const client = await prepareLoad(contender, running, { ...options, data: { ...data, sent } })
  return { first: await send(running, firstClient), rest: await send(running, client) }
}

const FIRST_SHARE = 0.2

/** Counts until there are `spans`, so rarely that counting takes less than a tenth of the time. */
async function readable(running: RunningContender, spans: number): Promise<void> {
  let [found, changedAt] = [-1, performance.now()]
  for (;;) {
    const askedAt = performance.now()
    const now = await running.countSpans()
    if (now >= spans) return
    if (now !== found) [found, changedAt] = [now, performance.now()]
    if (performance.now() - changedAt > STALLED_MS)
      throw new Error(`only ${now} of ${spans} spans can be read`)
    await pause(Math.max(50, 10 * (performance.now() - askedAt)))
  }
}

function watchMemory(pid: number) {
  let [peakRssMiB, peakPssMiB] = [0, 0]
  const look = () => {
    const { rssMiB, pssMiB }: TreeUsage = treeUsage(pid)
    peakRssMiB = Math.max(peakRssMiB, rssMiB)
    peakPssMiB = Math.max(peakPssMiB, pssMiB)
  }
  const timer = setInterval(look, WATCH_EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return { peakRssMiB, peakPssMiB }
    },
  }
}
