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

/** Removes the calls that a project has kept for as long as it wants to, and gives how many they were. */
export async function removeOutlivedCalls(
  project_id: string,
  { storage, now, stopped }: Removal,
): Promise<number> {
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
