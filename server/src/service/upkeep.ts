import type { Logger } from 'pino'
import { nowMicros } from '../clock.ts'
import { createIdSource } from '../id.ts'
import { recordExpiry, removeExpired } from '../operations/projects/remove-expired.ts'
import type { Storage } from '../storage/port.ts'

const EVERY_MS = 3_600_000

/** Removes expired data on start and every hour. Returns a function that stops it. */
export function startUpkeep(storage: Storage, log: Logger, now = nowMicros): () => Promise<void> {
  const newId = createIdSource()
  const stopping = new AbortController()
  const { signal } = stopping
  /** Warned about once, not every hour. */
  const heldProjects = new Set<string>()
  const removeExpiredOf = async (project_id: string) => {
    try {
      const { isHeld, ...counts } = await removeExpired(project_id, { storage, now, signal })
      if (isHeld && !heldProjects.has(project_id)) log.warn({ project_id, ...counts }, HELD)
      if (isHeld) heldProjects.add(project_id)
      else heldProjects.delete(project_id)
      if (!isHeld && counts.calls + counts.agent_spans > 0) {
        log.info({ project_id, ...counts }, REMOVED)
        await recordExpiry({ storage, now, newId, actor: SERVER }, project_id, counts)
      }
    } catch (error) {
      log.error({ err: error, project_id }, 'expired calls could not be removed; retrying in an hour')
    }
  }
  const keepUp = async () => {
    try {
      for (const { project_id } of await storage.projects.list()) await removeExpiredOf(project_id)
    } catch (error) {
      log.error({ err: error }, 'projects could not be listed; retrying in an hour')
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

const SERVER = { via: 'server', actor_id: null, actor_name: 'heddle' } as const

const REMOVED = 'removed what the project no longer keeps'
const HELD =
  'kept what has expired, since the clock moved on by more than a day and a large part of the project would go: ' +
  'check the clock, then set the retention again to confirm'
