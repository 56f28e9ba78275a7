import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../plan.ts'
import type { HttpIngest } from '../processes/ingest-over-http.ts'
import { residentMiB } from '../processes/process-usage.ts'
import type { HttpResult } from '../processes/send.ts'
import { API_KEY, type Service, withService } from '../processes/service.ts'
import { prepare } from '../processes/worker-process.ts'
import { formatted, quantile } from '../report/numbers.ts'
import { table } from '../report/table.ts'

const LOOK_EVERY_MS = 200

/** Ingest at full speed for a while, to see whether checkpoints delay requests. */
export function measureSustained({ sustainedSeconds }: Plan): Promise<string> {
  return withService(async (service) => {
    const work = await prepare<HttpIngest, HttpResult>('./ingest-over-http.ts', {
      url: service.url,
      apiKey: API_KEY,
      connections: 8,
      data: { seed: 77, entity: 'team', form: 'parts', callsPerBatch: 125 },
      until: { seconds: sustainedSeconds, callsPerSecond: Number.POSITIVE_INFINITY },
    })
    const peaks = watch(service)
    const { calls, seconds, acknowledgedMs } = await work.run()
    const { logMiB, memoryMiB } = peaks.stop()
    const row = [
      `${formatted(seconds)} s at full speed`,
      formatted(calls / seconds),
      ...[0.5, 0.99, 1].map((share) => formatted(quantile(acknowledgedMs, share))),
      formatted(logMiB),
      formatted(memoryMiB),
    ]
    return table(
      ['sustained ingest', 'calls/s', 'ack p50 ms', 'p99', 'max', 'log MiB max', 'memory MiB max'],
      [row],
    )
  })
}

/** Records the peak size of WAL and memory until stopped. */
function watch({ folder, pid }: Service) {
  let logMiB = 0
  let memoryMiB = 0
  const look = () => {
    logMiB = Math.max(logMiB, logBytes(folder) / 2 ** 20)
    memoryMiB = Math.max(memoryMiB, residentMiB(pid))
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return { logMiB, memoryMiB }
    },
  }
}

function logBytes(folder: string): number {
  const log = readdirSync(folder).find((file) => file.endsWith('-wal'))
  return log === undefined ? 0 : statSync(join(folder, log)).size
}
