import { type CallsQueryRequest, streamCalls } from '@heddle/contract/calls-query'
import { ApiError } from '@heddle/contract/client'

/** Every call of a search, one a line, exactly as the server writes them: numbers keep all their digits. */
export async function readCallLines(request: CallsQueryRequest): Promise<Blob> {
  const response = await fetch(streamCalls.path, {
    method: streamCalls.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  if (!response.ok) throw new ApiError(response.status, await response.text())
  return response.blob()
}
