import { completeCalls } from '@heddle/contract/call-batches'
import { newCompleteCall } from '../../domain/calls/new-call.ts'
import type { CallPart } from '../../storage/port/calls.ts'
import { operation } from '../operation.ts'
import { checkPathProject, projectOfPath } from './path-project.ts'
import { startedBy } from './started-by.ts'

/** A complete call is its two halves in one: both take the place of what was there. */
export const callsComplete = operation(
  completeCalls,
  { access: 'write', projects: (request) => [projectOfPath(request)] },
  async (request, context) => {
    const parts = request.batch.flatMap((record, index): CallPart[] => {
      checkPathProject(request, record.project_id)
      const { start, end } = newCompleteCall(record, startedBy(context), ['body', 'batch', index])
      return [
        { part: 'start', start },
        { part: 'end', end },
      ]
    })
    await context.storage.calls.write(parts)
    return {}
  },
)
