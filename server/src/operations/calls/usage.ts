import { readCallUsage } from '@heddle/contract/calls-stats'
import { withDescendants } from '../../domain/calls/tree.ts'
import { inProject, operation } from '../operation.ts'
import { callsOfTraces } from './traces.ts'
import { callsAllowed, usageOfCalls } from './usage-report.ts'

/** What each call named used, with everything below it in its trace. */
export const callsUsage = operation(readCallUsage, inProject('read'), async (request, context) => {
  const { project_id, call_ids } = request
  const named = await context.storage.calls.read(project_id, [...new Set(call_ids)], [])
  const traces = await callsOfTraces(context.storage.calls, project_id, named)
  const calls = withDescendants(call_ids, traces).slice(0, callsAllowed(request))
  return usageOfCalls(context, request, call_ids, calls)
})
