import { updateCall } from '@heddle/contract/calls'
import { checkDisplayName } from '../../domain/calls/new-call.ts'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'

/** The new name is kept for a call that has not started yet, too. */
export const callUpdate = operation(updateCall, inProject('write'), async (request, context) => {
  const { project_id, call_id, display_name } = request
  if (display_name === undefined) throw new ServiceError('invalid_request', 'display_name is missing')
  checkDisplayName(display_name)
  await context.storage.calls.write([{ part: 'rename', project_id, id: call_id, display_name }])
  return {}
})
