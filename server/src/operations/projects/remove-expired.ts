import {
  expiredBefore,
  type HeldRemoval,
  isClockInDoubt,
  isExpired,
  isMassRemoval,
  type Retention,
} from '../../domain/projects/retention.ts'
import type { Micros } from '../../time.ts'
import { type Recorder, recordChange } from '../audit.ts'
import type { Context } from '../operation.ts'
import { removeAll } from '../remove-all.ts'

interface Removal {
  readonly storage: Context['storage']
  readonly now: Context['now']
  /** On abort, the rest is left for the next run. */
  readonly signal: AbortSignal
  readonly onProgress?: (removed: number) => void
}

/** The result of removing a project's expired calls and agent spans. */
export interface Expiry {
  readonly calls: number
  readonly agent_spans: number
  /** Whether nothing was removed because it must be confirmed first. */
  readonly isHeld: boolean
}

/**
 * Removes the expired calls and agent spans of a project. If the clock is in doubt and a
 * large part of the project would be removed, nothing is until the retention is set again or the clock is corrected.
 */
export async function removeExpired(project_id: string, removal: Removal): Promise<Expiry> {
  const { storage, now } = removal
  const at = now()
  const retention = await storage.projects.retention(project_id)
  if (retention.days === null) return { calls: 0, agent_spans: 0, isHeld: false }
  const held = await removalToHold(project_id, { ...retention, days: retention.days }, storage, at)
  if (held) {
    await storage.projects.setRemovalState(project_id, { checked_at: retention.checked_at, held })
    return { ...held, isHeld: true }
  }
  await storage.projects.setRemovalState(project_id, { checked_at: at, held: null })
  return {
    calls: await removeInBatches(project_id, removal, at, removeCalls),
    agent_spans: await removeInBatches(project_id, removal, at, removeAgentSpans),
    isHeld: false,
  }
}

/** Stores in the audit log what was removed. Afterwards, since only then it is known. */
export const recordExpiry = (recorder: Recorder, project_id: string, counts: Omit<Expiry, 'isHeld'>) =>
  recordChange(recorder, { action: 'retention.apply', project_id, target: project_id }, counts)

async function removalToHold(
  project_id: string,
  { days, checked_at }: Retention & { readonly days: number },
  { calls, agentSpans }: Context['storage'],
  at: Micros,
): Promise<HeldRemoval | null> {
  if (!isClockInDoubt(checked_at, at)) return null
  const condition = isExpired(expiredBefore(days, at))
  const allCalls = { project_id, filter: {}, sort: [] }
  const allSpans = { project_id, sort: [] }
  const expired = {
    calls: await calls.count({ ...allCalls, condition }),
    agent_spans: await agentSpans.count({ ...allSpans, condition }),
  }
  const total = (await calls.count(allCalls)) + (await agentSpans.count(allSpans))
  return isMassRemoval(expired.calls + expired.agent_spans, total) ? { held_at: at, ...expired } : null
}

type RemoveBatch = (project_id: string, before: Micros, limit: number, removal: Removal) => Promise<number>

const removeInBatches = (
  project_id: string,
  removal: Removal,
  at: Micros,
  removeBatch: RemoveBatch,
): Promise<number> =>
  removeAll(async (limit) => {
    if (removal.signal.aborted) return 0
    // Read again each time, so that reverting the setting stops the removal.
    const { days } = await removal.storage.projects.retention(project_id)
    return days === null ? 0 : removeBatch(project_id, expiredBefore(days, at), limit, removal)
  }, removal.onProgress)

const removeCalls: RemoveBatch = async (project_id, before, limit, { storage, now }) =>
  (await storage.calls.removeBefore(project_id, before, limit, now())).length

const removeAgentSpans: RemoveBatch = (project_id, before, limit, { storage }) =>
  storage.agentSpans.remove({ project_id, condition: isExpired(before) }, limit)
