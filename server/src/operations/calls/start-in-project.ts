import { startProjectCall } from '@heddle/contract/calls'
import { newCallStart } from '../../domain/calls/new-call.ts'
import { operation } from '../operation.ts'
import { checkPathProject, projectOfPath } from './path-project.ts'
import { startedBy } from './started-by.ts'

export const callStartInProject = operation(
  startProjectCall,
  { access: 'write', projects: (request) => [projectOfPath(request)] },
  async (request, context) => {
    checkPathProject(request, request.start.project_id)
    const start = newCallStart(request.start, startedBy(context), ['body', 'start'])
    await context.storage.calls.write([{ part: 'start', start }])
    return { id: start.id, trace_id: start.trace_id }
  },
)
