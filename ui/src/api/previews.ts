import { queryCalls } from '@heddle/contract/calls-query'
import { callPreview } from '../call/preview.ts'
import { useCallDetails } from './call-details.ts'
import { exactClient } from './client.ts'

/** One-line previews of the calls in view. */
export const usePreviews = (projectId: string, ids: readonly string[], runningIds?: readonly string[]) =>
  useCallDetails(readPreviews, projectId, ids, runningIds)

async function readPreviews(project_id: string, ids: readonly string[], signal: AbortSignal) {
  const request = { project_id, filter: { call_ids: [...ids] }, columns: ['id', 'exception', 'summary'] }
  const { calls } = await exactClient.call(queryCalls, request, { signal })
  return new Map(calls.map((call): [string, string] => [call.id, callPreview(call)]))
}
