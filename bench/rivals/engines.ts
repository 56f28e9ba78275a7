import { openClickHouse } from '../../scripts/clickhouse/start.mjs'
import { withFolder } from '../processes/service.ts'
import { settle } from '../processes/settle.ts'
import type { Contender } from './contender.ts'
import { heddle } from './heddle.ts'
import { load, loadWarm } from './load.ts'
import { CHAT_SEED, type DataSet, LONG_SEED, targetsOf } from './targets.ts'
import { type ReadResults, timeReads } from './timed-reads.ts'
import { weaveLibrary } from './weave.ts'

export interface EnginesPlan extends DataSet {
  /** Per read and number of clients. */
  readonly readSeconds: number
}

/** What a server does on one engine. */
export interface EngineMeasurement {
  readonly name: string
  readonly version: string
  readonly callsPerSecond: number
  readonly reads: ReadResults
}

/** The same calls to Heddle on its two engines, and to Weave's library on the same ClickHouse. */
export async function measureEngines(plan: EnginesPlan, cache: string): Promise<EngineMeasurement[]> {
  return [
    await withClickHouse((url) => measure(weaveLibrary(cache, url), plan)),
    await withClickHouse((url) => measure(heddle('native', url), plan)),
    await measure(heddle('native'), plan),
  ]
}

async function withClickHouse<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const node = await openClickHouse()
  try {
    await node.start()
    return await work(`${node.url}/bench`)
  } finally {
    await node.remove()
  }
}

async function measure(contender: Contender, plan: EnginesPlan): Promise<EngineMeasurement> {
  const { name, version } = contender
  await contender.install()
  process.stderr.write(`${name}: load, reads\n`)
  return withFolder(async (folder) => {
    const running = await contender.start(folder)
    try {
      const chat = { kind: 'chat', seed: CHAT_SEED, spans: plan.spans } as const
      const { rest } = await loadWarm(contender, running, { data: chat, spansPerBatch: 500 })
      const long = { kind: 'long', seed: LONG_SEED, spans: plan.longTraceSpans } as const
      await load(contender, running, { data: long, spansPerBatch: 500 })
      await settle(running.server.pid, folder)
      const reads = await timeReads(running, targetsOf(plan, contender.format), plan.readSeconds)
      return { name, version, callsPerSecond: rest.spans / rest.readableSeconds, reads }
    } finally {
      await running.server.kill()
    }
  })
}
