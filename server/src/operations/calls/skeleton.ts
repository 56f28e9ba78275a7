import { readTraceSkeleton } from '@heddle/contract/skeleton'
import { newTraceSkeleton } from '../../domain/trace-skeleton.ts'
import { inProject, operation } from '../operation.ts'
import { pricesOf } from './costs.ts'

const CALLS_MAX = 200_000

export const traceSkeleton = operation(readTraceSkeleton, inProject('read'), async (request, context) => {
  const { project_id, trace_id } = request
  const calls = await context.storage.calls.trace(project_id, trace_id, CALLS_MAX)
  const prices = await pricesOf(context, project_id, calls.usage)
  return { ...newTraceSkeleton(trace_id, calls, prices), has_more: calls.ids.length === CALLS_MAX }
})
