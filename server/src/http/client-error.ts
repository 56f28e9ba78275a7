import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Connections } from './connections.ts'

/** Answers what is not HTTP, or never became a whole request, and closes its connection. */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  connections: Connections,
): void {
  // In the middle of a response, an answer would be read as part of it.
  if (socket.writable && error.code !== 'ECONNRESET' && !connections.isResponding(socket)) {
    socket.write(answerTo(error.code))
  }
  socket.destroy()
}

const ANSWERS: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'The request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, reason: 'The chunk extensions are too large' },
}

function answerTo(code = ''): string {
  const { status, reason } = ANSWERS[code] ?? { status: 400, reason: 'This is not a valid HTTP request' }
  const body = JSON.stringify({ reason })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
