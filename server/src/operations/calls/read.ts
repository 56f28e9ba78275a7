import { readCall } from '@heddle/contract/calls'
import { inProject, operation } from '../operation.ts'
import { loadCall } from './load.ts'

export const callRead = operation(readCall, inProject('read'), async (request, context) => {
  const call = await loadCall(context, request.project_id, request.id, request)
  return { call: call ?? null }
})
