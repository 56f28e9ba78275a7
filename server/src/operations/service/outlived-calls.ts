import { outlivedBefore } from '../../domain/retention.ts'
import type { Context } from '../operation.ts'

/** Few enough that nobody who writes waits long behind them. */
const PORTION = 500

interface Removal {
  readonly storage: Context['storage']
  readonly now: Context['now']
  /** What is left when it is aborted is removed another time. */
  readonly stopped: AbortSignal
}

/** Removes the calls that projects have kept for as long as they want to, and gives how many went from each. */
export async function removeOutlivedCalls(removal: Removal): Promise<ReadonlyMap<string, number>> {
  const removed = new Map<string, number>()
  for (const { project_id } of await removal.storage.projects.list()) {
    const count = await removeFrom(project_id, removal)
    if (count > 0) removed.set(project_id, count)
  }
  return removed
}

async function removeFrom(project_id: string, { storage, now, stopped }: Removal): Promise<number> {
  let count = 0
  while (!stopped.aborted) {
    // Asked again each time: whoever takes a setting back stops what it began.
    const days = await storage.projects.retentionDays(project_id)
    if (days === null) break
    const before = outlivedBefore(days, now())
    const oldest = await storage.calls.find({ project_id, filter: {}, sort: [], limit: PORTION })
    const calls = await storage.calls.read(project_id, oldest, [])
    const outlived = calls.filter(({ started_at }) => started_at < before)
    const deleted_at = now()
    await storage.calls.write(outlived.map(({ id }) => ({ part: 'delete', project_id, id, deleted_at })))
    count += outlived.length
    if (outlived.length < PORTION) break
  }
  return count
}
