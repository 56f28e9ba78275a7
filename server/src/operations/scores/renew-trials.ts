import { endTrial } from '../evaluations/end-trial.ts'
import type { Context } from '../operation.ts'

/** Brings the results of trials that have ended up to date with their scores. */
export async function renewTrials(
  context: Context,
  projectId: string,
  parentIds: readonly (string | null)[],
): Promise<void> {
  const ids = [...new Set(parentIds)].filter((id) => id !== null)
  const parents = await context.storage.calls.read(projectId, ids, [])
  for (const parent of parents) {
    if (parent.ended_at !== null) await endTrial(context, projectId, parent.id)
  }
}
