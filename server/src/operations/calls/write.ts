import { type CallBatchItem, completeCalls, upsertCalls } from '@heddle/contract/call-batches'
import { endCall, endProjectCall, startCall, startProjectCall, updateCall } from '@heddle/contract/calls'
import {
  type Author,
  checkDisplayName,
  newCallEnd,
  newCallStart,
  newCompleteCall,
} from '../../domain/calls/new-call.ts'
import { type Fault, malformed, ServiceError } from '../../errors.ts'
import type { CallPart } from '../../storage/port/calls.ts'
import {
  type Context,
  checkPathProject,
  inProject,
  operation,
  projectOfPath,
  type Received,
} from '../operation.ts'

export const callStart = operation(
  startCall,
  { access: 'write', projects: ({ start }) => [start.project_id] },
  async (request, context) => {
    const author = await startedBy(context, [request.start.project_id])
    const start = newCallStart(request.start, author, ['body', 'start'])
    await context.storage.calls.write([{ part: 'start', start }])
    return { id: start.id, trace_id: start.trace_id }
  },
)

export const callStartInProject = operation(
  startProjectCall,
  { access: 'write', projects: (request) => [projectOfPath(request)] },
  async (request, context) => {
    checkPathProject(request, request.start.project_id)
    const author = await startedBy(context, [request.start.project_id])
    const start = newCallStart(request.start, author, ['body', 'start'])
    await context.storage.calls.write([{ part: 'start', start }])
    return { id: start.id, trace_id: start.trace_id }
  },
)

/** The call need not have started yet: the end waits for it. */
export const callEnd = operation(
  endCall,
  { access: 'write', projects: ({ end }) => [end.project_id] },
  async (request, context) => {
    await context.storage.calls.write([{ part: 'end', end: newCallEnd(request.end, ['body', 'end']) }])
    return {}
  },
)

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

type Item = Received<CallBatchItem>

/** Every item is judged before the first is stored: one bad item stores nothing. */
export const callUpsertBatch = operation(
  upsertCalls,
  { access: 'write', projects: ({ batch }) => distinctProjects(batch) },
  async (request, context) => {
    const author = await startedBy(context, distinctProjects(request.batch))
    const parts = request.batch.map((item, index) => partOf(item, index, author))
    await context.storage.calls.write(parts)
    return { res: parts.map(answerTo) }
  },
)

function distinctProjects(batch: readonly Item[]): string[] {
  const projects = batch.map(({ req }) => req.start?.project_id ?? req.end?.project_id)
  return [...new Set(projects.filter((project) => project !== undefined))]
}

function partOf({ mode, req }: Item, index: number, author: Author): CallPart {
  const at = ['body', 'batch', index]
  if (req.start && !req.end && mode !== 'end') {
    return { part: 'start', start: newCallStart(req.start, author, [...at, 'req', 'start']) }
  }
  if (req.end && !req.start && mode !== 'start') {
    return { part: 'end', end: newCallEnd(req.end, [...at, 'req', 'end']) }
  }
  throw malformed([faultOf(mode, req, at)])
}

function faultOf(mode: Item['mode'], req: Item['req'], at: readonly (string | number)[]): Fault {
  if (req.start && req.end) return { loc: [...at, 'req'], msg: 'has both a start and an end', type: 'union' }
  if (!req.start && !req.end) return { loc: [...at, 'req'], msg: 'needs a start or an end', type: 'missing' }
  return { loc: [...at, 'mode'], msg: `"${mode}" does not fit what req holds`, type: 'literal_error' }
}

function answerTo(part: CallPart) {
  return part.part === 'start' ? { id: part.start.id, trace_id: part.start.trace_id } : {}
}

/** A complete call is its two halves in one: both take the place of what was there. */
export const callsComplete = operation(
  completeCalls,
  { access: 'write', projects: (request) => [projectOfPath(request)] },
  async (request, context) => {
    const author = await startedBy(context, [projectOfPath(request)])
    const parts = request.batch.flatMap((record, index): CallPart[] => {
      checkPathProject(request, record.project_id)
      const { start, end } = newCompleteCall(record, author, ['body', 'batch', index])
      return [
        { part: 'start', start },
        { part: 'end', end },
      ]
    })
    await context.storage.calls.write(parts)
    return {}
  },
)

/** The new name is kept for a call that has not started yet, too. */
export const callUpdate = operation(updateCall, inProject('write'), async (request, context) => {
  const { project_id, call_id, display_name } = request
  if (display_name === undefined) throw new ServiceError('invalid_request', 'display_name is missing')
  checkDisplayName(display_name)
  await context.storage.calls.write([{ part: 'rename', project_id, id: call_id, display_name }])
  return {}
})

/** Who new calls of these projects belong to, where ids come from that the client did not choose, and how long calls are kept. */
export async function startedBy({ caller, newId, retention }: Context, projectIds: readonly string[]) {
  const days = await retention.daysOf(projectIds)
  return {
    wb_user_id: caller.user.id,
    newId,
    retentionDays: (projectId: string) => days.get(projectId) ?? null,
  }
}
