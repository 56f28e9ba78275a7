import type { StoredCall } from '../../domain/calls/call.ts'
import { withDescendants } from '../../domain/calls/tree.ts'
import type { Context } from '../operation.ts'
import { callsOfTraces } from './traces.ts'

/** Deletes calls, each with everything below it, and returns those that were visible. */
export async function removeCalls(
  { storage: { calls }, now }: Context,
  project_id: string,
  ids: readonly string[],
): Promise<StoredCall[]> {
  const named = await calls.read(project_id, [...new Set(ids)], [])
  const nodes = await callsOfTraces(calls, project_id, named)
  const deleted = withDescendants(ids, nodes)
  const deleted_at = now()
  await calls.write(deleted.map(({ id }) => ({ part: 'delete', project_id, id, deleted_at })))
  return deleted
}
