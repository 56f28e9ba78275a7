import type { ForwardedReply, ForwardedRequest } from '../http/ingest/ingest-thread.ts'
import { startService } from './service.ts'

/** A request to an ingest thread, with this body. */
export const forwardedRequest = (text: string): ForwardedRequest => ({
  method: 'POST',
  url: '/call/start',
  headers: {},
  remoteAddress: '127.0.0.1',
  body: Buffer.from(text),
})

/** A service whose ingest thread replies with these headers, and what the thread was sent. */
export async function startForwarding(
  options: Parameters<typeof startService>[0] = {},
  replyHeaders: ForwardedReply['headers'] = {},
) {
  const sent: ForwardedRequest[] = []
  const ingest = {
    async forward(request: ForwardedRequest): Promise<ForwardedReply> {
      sent.push(request)
      return { status: 200, headers: replyHeaders, body: new Uint8Array(0) }
    },
  }
  const service = await startService({ ...options, ingest })
  const send = (body: Buffer, headers: Record<string, string> = {}) =>
    service.request({ method: 'POST', url: '/otel/v1/traces', body, headers })
  return { send, sent }
}
