import { type CallsQueryRequest, streamCalls } from '@heddle/contract/calls-query'
import { sendRaw } from './raw.ts'

/** Every call of a search, one a line, exactly as the server writes them. */
export async function readCallLines(request: CallsQueryRequest): Promise<Blob> {
  return (await sendRaw(streamCalls, JSON.stringify(request))).blob()
}
