import { type CallBatchItem, completeCalls, upsertCalls } from '@heddle/contract/call-batches'
import { endCall, endProjectCall, startCall, startProjectCall, updateCall } from '@heddle/contract/calls'
import {
  type Author,
  checkCallId,
  checkDisplayName,
  newCallEnd,
  newCallStart,
  newCompleteCall,
} from '../../domain/calls/new-call.ts'
import { type Issue, malformed, ServiceError } from '../../errors.ts'
import { acknowledge } from '../acknowledge.ts'
import {
  checkPathProject,
  inProject,
  inProjectOfPath,
  operation,
  projectOfPath,
  type Received,
} from '../operation.ts'
import { authorIn } from './author.ts'
import { type UndescribedPart, wholeCall, writeParts } from './describe.ts'

export const callWriteOperations = [
  operation(
    startCall,
    { access: 'write', projects: ({ start }) => [start.project_id] },
    async (request, context) => {
      const author = await authorIn(context, [request.start.project_id])
      const start = newCallStart(request.start, author, ['body', 'start'])
      await writeParts(context.storage.calls, [{ part: 'start', start }])
      return { id: start.id, trace_id: start.trace_id }
    },
  ),

  operation(startProjectCall, inProjectOfPath('write'), async (request, context) => {
    checkPathProject(request, request.start.project_id)
    const author = await authorIn(context, [request.start.project_id])
    const start = newCallStart(request.start, author, ['body', 'start'])
    await writeParts(context.storage.calls, [{ part: 'start', start }])
    return { id: start.id, trace_id: start.trace_id }
  }),

  /** The end may arrive before the start: it is stored until then. */
  operation(
    endCall,
    { access: 'write', projects: ({ end }) => [end.project_id] },
    async (request, context) => {
      const end = newCallEnd(request.end, await authorIn(context, [request.end.project_id]), ['body', 'end'])
      await writeParts(context.storage.calls, [{ part: 'end', end }])
      return {}
    },
  ),

  /** Clients of this endpoint have always sent the start first, so an unknown id is not found. */
  operation(endProjectCall, inProjectOfPath('write'), async ({ end: record, ...path }, context) => {
    checkPathProject(path, record.project_id)
    const end = newCallEnd(record, await authorIn(context, [record.project_id]), ['body', 'end'])
    const [started] = await context.storage.calls.read(end.project_id, [end.id], [])
    if (!started) throw new ServiceError('not_found', `no call ${end.id} has started in ${end.project_id}`)
    await writeParts(context.storage.calls, [{ part: 'end', end }])
    return {}
  }),

  /** All items are validated before any is stored: one bad item stores nothing. */
  operation(
    upsertCalls,
    { access: 'write', projects: ({ batch }) => distinctProjects(batch) },
    ({ batch }, context) =>
      authorIn(context, distinctProjects(batch)).then((author) => {
        const parts = batch.map((item, index) => partOf(item, index, author))
        return acknowledge(writeParts(context.storage.calls, parts), { res: parts.map(resultOf) })
      }),
  ),

  /** Replaces both the start and the end of a call that is already stored. */
  operation(completeCalls, inProjectOfPath('write'), (request, context) =>
    authorIn(context, [projectOfPath(request)]).then((author) => {
      const parts = request.batch.flatMap((record, index) => {
        checkPathProject(request, record.project_id)
        return wholeCall(newCompleteCall(record, author, ['body', 'batch', index]))
      })
      return acknowledge(writeParts(context.storage.calls, parts), {})
    }),
  ),

  /** Also renames a call whose start has not arrived yet. */
  operation(updateCall, inProject('write'), async (request, context) => {
    const { project_id, call_id, display_name } = request
    if (display_name === undefined) throw new ServiceError('invalid_request', 'display_name is missing')
    checkCallId('call_id', call_id)
    checkDisplayName(display_name)
    await context.storage.calls.write([{ part: 'rename', project_id, id: call_id, display_name }])
    return {}
  }),
]

type Item = Received<CallBatchItem>

function distinctProjects(batch: readonly Item[]): string[] {
  const projects = batch.map(({ req }) => req.start?.project_id ?? req.end?.project_id)
  return [...new Set(projects.filter((project) => project !== undefined))]
}

function partOf({ mode, req }: Item, index: number, author: Author): UndescribedPart {
  const at = ['body', 'batch', index]
  if (req.start && !req.end && mode !== 'end') {
    return { part: 'start', start: newCallStart(req.start, author, [...at, 'req', 'start']) }
  }
  if (req.end && !req.start && mode !== 'start') {
    return { part: 'end', end: newCallEnd(req.end, author, [...at, 'req', 'end']) }
  }
  throw malformed([issueOf(mode, req, at)])
}

function issueOf(mode: Item['mode'], req: Item['req'], at: readonly (string | number)[]): Issue {
  if (req.start && req.end) return { loc: [...at, 'req'], msg: 'has both a start and an end', type: 'union' }
  if (!req.start && !req.end) return { loc: [...at, 'req'], msg: 'needs a start or an end', type: 'missing' }
  return { loc: [...at, 'mode'], msg: `"${mode}" does not fit what req holds`, type: 'literal_error' }
}

function resultOf(part: UndescribedPart) {
  return part.part === 'start' ? { id: part.start.id, trace_id: part.start.trace_id } : {}
}
