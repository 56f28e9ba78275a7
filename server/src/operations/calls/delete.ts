import { deleteCalls } from '@heddle/contract/calls'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'
import { removeCalls } from './remove.ts'

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
  const removed = await removeCalls(context, project_id, call_ids)
  return { num_deleted: removed.length }
})
