import type { Logger } from 'pino'
import { nowMicros } from '../domain/clock.ts'
import { removeOutlivedCalls } from '../operations/service/outlived-calls.ts'
import type { Storage } from '../storage/port.ts'

const EVERY_MS = 3_600_000

/** Does what falls due while the service runs, when it starts and every hour. Gives what ends it. */
export function startUpkeep(storage: Storage, log: Logger): () => Promise<void> {
  const stopping = new AbortController()
  const removeOutlived = async (project_id: string) => {
    try {
      const calls = await removeOutlivedCalls(project_id, {
        storage,
        now: nowMicros,
        stopped: stopping.signal,
      })
      if (calls > 0) log.info({ project_id, calls }, 'removed calls that the project no longer keeps')
    } catch (error) {
      log.error({ err: error, project_id }, 'calls could not be removed; it is tried again in an hour')
    }
  }
  const keepUp = async () => {
    try {
      for (const { project_id } of await storage.projects.list()) await removeOutlived(project_id)
    } catch (error) {
      log.error({ err: error }, 'projects could not be listed; it is tried again in an hour')
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
