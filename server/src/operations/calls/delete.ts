import { deleteCalls } from '@heddle/contract/calls'
import type { StoredCall } from '../../domain/calls/call.ts'
import { withDescendants } from '../../domain/calls/tree.ts'
import { ServiceError } from '../../errors.ts'
import { inTurns } from '../../turns.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { callsOfTraces } from './traces.ts'

const CALL_IDS_MAX = 1000

export const callDeleteOperations = [
  /** Counts only visible calls: unknown and deleted ids are ignored. */
  operation(deleteCalls, inProject('write'), async (request, context) => {
    const { project_id, call_ids } = request
    if (call_ids.length > CALL_IDS_MAX) {
      throw new ServiceError(
        'too_large',
        `call_ids has ${call_ids.length} ids, over the ${CALL_IDS_MAX} allowed`,
      )
    }
    const removed = await removeCalls(context, project_id, call_ids)
    return { num_deleted: removed.length }
  }),
]

/** Deletes calls with their descendants, and returns those that were visible. */
export async function removeCalls(
  { storage: { calls }, now }: Context,
  project_id: string,
  ids: readonly string[],
): Promise<StoredCall[]> {
  const named = await calls.read(project_id, [...new Set(ids)], [])
  const nodes = await callsOfTraces(calls, project_id, named)
  const deleted = await inTurns(withDescendants(ids, nodes))
  const deleted_at = now()
  await calls.write(deleted.map(({ id }) => ({ part: 'delete', project_id, id, deleted_at })))
  return deleted
}
