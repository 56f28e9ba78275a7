import { type CallBatchItem, upsertCalls } from '@heddle/contract/call-batches'
import { newCallEnd, newCallStart } from '../../domain/calls/new-call.ts'
import { type Fault, malformed } from '../../errors.ts'
import type { CallPart } from '../../storage/port/calls.ts'
import { type Context, operation, type Received } from '../operation.ts'
import { startedBy } from './started-by.ts'

type Item = Received<CallBatchItem>

/** Every item is judged before the first is stored: one bad item stores nothing. */
export const callUpsertBatch = operation(
  upsertCalls,
  { access: 'write', projects: ({ batch }) => distinctProjects(batch) },
  async (request, context) => {
    const parts = request.batch.map((item, index) => partOf(item, index, context))
    await context.storage.calls.write(parts)
    return { res: parts.map(answerTo) }
  },
)

function distinctProjects(batch: readonly Item[]): string[] {
  const projects = batch.map(({ req }) => req.start?.project_id ?? req.end?.project_id)
  return [...new Set(projects.filter((project) => project !== undefined))]
}

function partOf({ mode, req }: Item, index: number, context: Context): CallPart {
  const at = ['body', 'batch', index]
  if (req.start && !req.end && mode !== 'end') {
    return { part: 'start', start: newCallStart(req.start, startedBy(context), [...at, 'req', 'start']) }
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
