import { startCall } from '@heddle/contract/calls'
import { newCallStart } from '../../domain/calls/new-call.ts'
import { operation } from '../operation.ts'
import { startedBy } from './started-by.ts'

export const callStart = operation(
  startCall,
  { access: 'write', projects: ({ start }) => [start.project_id] },
  async (request, context) => {
    const start = newCallStart(request.start, startedBy(context), ['body', 'start'])
    await context.storage.calls.write([{ part: 'start', start }])
    return { id: start.id, trace_id: start.trace_id }
  },
)
