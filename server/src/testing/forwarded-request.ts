import type { ForwardedRequest } from '../http/ingest/ingest-thread.ts'

/** A request to an ingest thread, with this body. */
export const forwardedRequest = (text: string): ForwardedRequest => ({
  method: 'POST',
  url: '/call/start',
  headers: {},
  remoteAddress: '127.0.0.1',
  body: Buffer.from(text),
})
