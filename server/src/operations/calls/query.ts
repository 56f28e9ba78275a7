import { queryCalls } from '@heddle/contract/calls-query'
import { inProject, operation } from '../operation.ts'
import { streamCalls } from './stream.ts'

export const callsQuery = operation(queryCalls, inProject('read'), async (request, context) => {
  const calls = []
  for await (const call of streamCalls(context, request)) calls.push(call)
  return { calls }
})
