import type { Logger } from 'pino'
import { nowMicros } from '../domain/time.ts'
import { removeOutlivedCalls } from '../operations/service/outlived-calls.ts'
import type { Storage } from '../storage/port.ts'

const EVERY_MS = 3_600_000

/** Does what falls due while the service runs, when it starts and every hour. Gives what ends it. */
export function startUpkeep(storage: Storage, log: Logger): () => Promise<void> {
  const stopping = new AbortController()
  const keepUp = async () => {
    try {
      const removed = await removeOutlivedCalls({ storage, now: nowMicros, stopped: stopping.signal })
      for (const [project_id, calls] of removed) log.info({ project_id, calls }, 'removed by retention')
    } catch (error) {
      log.error({ err: error }, 'retention failed; it is tried again in an hour')
    }
  }
  let running = keepUp()
  const timer = setInterval(() => {
    running = running.then(keepUp)
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
