import { endCall } from '@heddle/contract/calls'
import { newCallEnd } from '../../domain/calls/new-call.ts'
import { operation } from '../operation.ts'

/** The call need not have started yet: the end waits for it. */
export const callEnd = operation(
  endCall,
  { access: 'write', projects: ({ end }) => [end.project_id] },
  async (request, context) => {
    await context.storage.calls.write([{ part: 'end', end: newCallEnd(request.end, ['body', 'end']) }])
    return {}
  },
)
