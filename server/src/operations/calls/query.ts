import { queryCalls } from '@heddle/contract/calls-query'
import { inProject, operation } from '../operation.ts'
import { matchingCalls } from './stream.ts'

export const callsQuery = operation(queryCalls, inProject('read'), async (request, context) => {
  const found = matchingCalls(context, request)
  // Taken before the calls are read: what is written meanwhile may be told twice, but never not at all.
  const cursor = request.include_cursor
    ? (await context.storage.calls.changes(request.project_id, undefined, 0)).cursor
    : undefined
  const calls = await context.reply.gather(found)
  return { calls, ...(cursor !== undefined && { cursor }) }
})
