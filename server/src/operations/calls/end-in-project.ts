import { endProjectCall } from '@heddle/contract/calls'
import { newCallEnd } from '../../domain/calls/new-call.ts'
import { ServiceError } from '../../errors.ts'
import { operation } from '../operation.ts'
import { checkPathProject, projectOfPath } from './path-project.ts'

/** Unlike /call/end this one knows its client has started the call: an unknown id is not found. */
export const callEndInProject = operation(
  endProjectCall,
  { access: 'write', projects: (request) => [projectOfPath(request)] },
  async ({ end: record, ...path }, context) => {
    checkPathProject(path, record.project_id)
    const end = newCallEnd(record, ['body', 'end'])
    const [started] = await context.storage.calls.read(end.project_id, [end.id], [])
    if (!started) throw new ServiceError('not_found', `no call ${end.id} has started in ${end.project_id}`)
    await context.storage.calls.write([{ part: 'end', end }])
    return {}
  },
)
