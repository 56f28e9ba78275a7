import { deleteCalls } from '@heddle/contract/calls'
import { withDescendants } from '../../domain/call-tree.ts'
import { ServiceError } from '../../domain/errors.ts'
import { inProject, operation } from '../operation.ts'
import { callsOfTraces } from './traces.ts'

const CALL_IDS_MAX = 1000

/** Counts the calls that were there to see: an unknown or deleted id counts for nothing. */
export const callsDelete = operation(deleteCalls, inProject('write'), async (request, context) => {
  const { project_id, call_ids } = request
  if (call_ids.length > CALL_IDS_MAX) {
    throw new ServiceError(
      'too_large',
      `call_ids has ${call_ids.length} ids, over the ${CALL_IDS_MAX} allowed`,
    )
  }
  const { calls } = context.storage
  const named = await calls.read(project_id, [...new Set(call_ids)], [])
  const nodes = await callsOfTraces(calls, project_id, named)
  const doomed = withDescendants(call_ids, nodes)
  const deleted_at = context.now()
  await calls.write(doomed.map(({ id }) => ({ part: 'delete', project_id, id, deleted_at })))
  return { num_deleted: doomed.length }
})
