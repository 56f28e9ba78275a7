import { type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface ConnectionLimits {
  /** How long a client may neither read a pending response nor send the rest of its request. */
  readonly stallTimeoutMs: number
  /** Above this number, idle connections are closed to make room for new ones. */
  readonly connectionsMax: number
}

interface Connection {
  /** Response to the latest request; undefined before the first request. */
  response: ServerResponse | undefined
  readonly reading: Stall
  readonly sending: Stall
}

/** Tracks open HTTP connections and closes those that stall, so that none holds memory or a socket forever. */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #open = new Map<Socket, Connection>()
  readonly #sweep: NodeJS.Timeout
  #refusing = false

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
    this.#sweep = setInterval(
      () => this.#dropStalled(),
      Math.min(limits.stallTimeoutMs / 4, SWEEP_MS),
    ).unref()
  }

  /** With TLS, a connection counts from its handshake on. */
  watch(app: FastifyInstance, event: 'connection' | 'secureConnection' = 'connection'): void {
    app.server.on(event, (socket: Socket) => this.#add(socket))
    app.addHook('onRequest', (_request, { raw }, done) => {
      this.#begin(raw)
      done()
    })
  }

  /** Whether part of a response has been sent, so that nothing else may be written. */
  isResponding(socket: Socket): boolean {
    const connection = this.#open.get(socket)
    return isBusy(connection) && connection?.response?.headersSent === true
  }

  /** Closes connections without a request in progress, including those that never sent one. */
  closeIdle(): void {
    for (const [socket, connection] of this.#open) if (!isBusy(connection)) socket.destroy()
  }

  /** Closes all connections, busy or not, and rejects new ones. */
  destroyAll(): void {
    this.#refusing = true
    for (const socket of this.#open.keys()) socket.destroy()
  }

  stop(): void {
    clearInterval(this.#sweep)
  }

  #add(socket: Socket): void {
    if (this.#refusing || !this.#makeRoom()) {
      socket.destroy()
      return
    }
    this.#open.set(socket, { response: undefined, reading: new Stall(), sending: new Stall() })
    socket.once('close', () => this.#open.delete(socket))
  }

  #begin(response: ServerResponse): void {
    const { socket } = response
    // Injected requests have no socket.
    if (!(socket instanceof Socket)) return
    // For `localhost`, Fastify listens on a second address with another server, whose connections first show up here.
    if (!this.#open.has(socket)) this.#add(socket)
    const connection = this.#open.get(socket)
    if (connection) connection.response = response
  }

  /** Evicts the oldest idle connection if the limit is reached. Returns false if all are busy. */
  #makeRoom(): boolean {
    if (this.#open.size < this.#limits.connectionsMax) return true
    for (const [socket, connection] of this.#open) {
      if (isBusy(connection)) continue
      this.#open.delete(socket)
      socket.destroy()
      return true
    }
    return false
  }

  #dropStalled(): void {
    for (const [socket, connection] of this.#open) {
      if (this.#isStalled(socket, connection)) socket.destroy()
    }
  }

  #isStalled(socket: Socket, { response, reading, sending }: Connection): boolean {
    const { stallTimeoutMs } = this.#limits
    const unread = socket.writableLength
    // Bytes that were received but not yet read are waiting for the server, not for the client.
    const awaitsBytes = !response || (!response.req.complete && response.req.readableLength === 0)
    const doesNotRead = reading.lasts(unread > 0, socket.bytesWritten - unread, stallTimeoutMs)
    const doesNotSend = sending.lasts(awaitsBytes, socket.bytesRead, stallTimeoutMs)
    return doesNotRead || doesNotSend
  }
}

const SWEEP_MS = 5_000

function isBusy(connection: Connection | undefined): boolean {
  const response = connection?.response
  return response !== undefined && !response.writableFinished && !response.destroyed
}

/** Measures how long a client has made no progress on something it still has to read or send. */
class Stall {
  #progress = -1
  #sinceMs = 0

  /** Whether `progress` has not changed for `timeoutMs` while `isPending` was true in every call. */
  lasts(isPending: boolean, progress: number, timeoutMs: number): boolean {
    const nowMs = performance.now()
    if (isPending && progress === this.#progress) return nowMs - this.#sinceMs >= timeoutMs
    this.#progress = isPending ? progress : -1
    this.#sinceMs = nowMs
    return false
  }
}

/** Responds to malformed HTTP and incomplete requests, and closes the connection. */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
  connections: Connections,
): void {
  // In the middle of a response, this text would be taken for a part of it.
  if (socket.writable && error.code !== 'ECONNRESET' && !connections.isResponding(socket)) {
    socket.write(errorResponse(error.code))
  }
  socket.destroy()
}

const RESPONSES: Readonly<Record<string, { readonly status: number; readonly reason: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'The request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, reason: 'The chunk extensions are too large' },
}

function errorResponse(code = ''): string {
  const { status, reason } = RESPONSES[code] ?? { status: 400, reason: 'This is not a valid HTTP request' }
  const body = JSON.stringify({ reason })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
