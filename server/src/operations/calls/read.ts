import { readCall } from '@heddle/contract/calls'
import { inProject, operation } from '../operation.ts'
import { loadCalls } from './load.ts'

export const callRead = operation(readCall, inProject('read'), async (request, context) => {
  const [call] = await loadCalls(context, request.project_id, [request.id], request)
  return { call: call ?? null }
})
