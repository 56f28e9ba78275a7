import { readTraceUsage } from '@heddle/contract/calls-stats'
import { inProject, operation } from '../operation.ts'
import { newCallSearch } from './search.ts'
import { readInPortions } from './traces.ts'
import { callsAllowed, usageOfCalls } from './usage-report.ts'

/** What each call that matches used, with those below it that match too. */
export const traceUsage = operation(readTraceUsage, inProject('read'), async (request, context) => {
  const search = newCallSearch({ ...request, limit: callsAllowed(request) })
  const ids = await context.storage.calls.find(search, context.signal)
  const calls = await readInPortions(context.storage.calls, request.project_id, ids)
  return usageOfCalls(context, request, ids, calls)
})
