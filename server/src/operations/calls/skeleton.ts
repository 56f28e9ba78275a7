import { readTraceSkeleton } from '@heddle/contract/skeleton'
import { newTraceSkeleton } from '../../domain/calls/trace-skeleton.ts'
import { ServiceError } from '../../errors.ts'
import { inTurns } from '../../turns.ts'
import { type Context, inProject, operation } from '../operation.ts'
import { pricesOf } from './costs.ts'

const CALLS_MAX = 200_000

export const traceSkeletonOperations = [
  operation(readTraceSkeleton, inProject('read'), async (request, context) => {
    const { project_id } = request
    const { trace_id = '', callsMax } = await traceOf(request, context)
    const calls = await context.storage.calls.trace(project_id, trace_id, callsMax)
    const prices = await pricesOf(context, project_id, calls.usage)
    const skeleton = await inTurns(newTraceSkeleton(trace_id, calls, prices))
    return { ...skeleton, has_more: calls.ids.length === CALLS_MAX }
  }),
]

interface TraceChoice {
  readonly project_id: string
  readonly trace_id?: string
  readonly call_id?: string
}

/** The requested trace and the number of calls to read: zero for an unknown call. */
async function traceOf({ project_id, trace_id, call_id }: TraceChoice, { storage }: Context) {
  if ((trace_id === undefined) === (call_id === undefined)) {
    throw new ServiceError('invalid_request', 'Send either trace_id or call_id')
  }
  if (call_id === undefined) return { trace_id, callsMax: CALLS_MAX }
  const [call] = await storage.calls.read(project_id, [call_id], [])
  return { trace_id: call?.trace_id, callsMax: call ? CALLS_MAX : 0 }
}
