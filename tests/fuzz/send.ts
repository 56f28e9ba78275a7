import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import type { GrpcRequest, HttpRequest, PlannedRequest, SocketRequest } from './planned-request.ts'

/** How long an event stream is read before the client disconnects. */
const LISTEN_MS = 100

export interface Target {
  readonly port: number
  readonly grpcPort: number
}

/** Sends requests over a few keep-alive connections. */
export class Sender {
  readonly #agent: Agent
  readonly #target: Target

  constructor(target: Target, connections: number) {
    this.#target = target
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  async send(planned: PlannedRequest): Promise<Outcome> {
    switch (planned.over) {
      case 'http':
        return this.#overHttp(planned)
      case 'socket':
        return overSocket(this.#target.port, planned)
      case 'grpc':
        return overGrpc(this.#target.grpcPort, planned)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  async #overHttp(planned: HttpRequest): Promise<Outcome> {
    const first = await this.#attempt(planned)
    // A keep-alive connection may be closed by the server just as it is reused.
    return first.kind === 'dropped' && first.reason === STALE ? this.#attempt(planned) : first
  }

  #attempt(planned: HttpRequest): Promise<Outcome> {
    const { method, path, body, headers, isChunked } = planned
    const framing = isChunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(body?.length ?? 0) }
    const client = request({
      host: '127.0.0.1',
      port: this.#target.port,
      method,
      path,
      headers: { ...headers, ...(body === undefined ? {} : framing) },
      ...(planned.isGuess ? guessing() : { agent: this.#agent }),
    })
    const outcome = outcomeOf(client, planned)
    if (body !== undefined && isChunked) {
      const middle = Math.floor(body.length / 2)
      client.write(body.subarray(0, middle))
      client.end(body.subarray(middle))
    } else client.end(body)
    return outcome
  }
}

const STALE = 'the idle connection was closed'

/** Wrong keys are sent from a separate address: the server throttles it, and would lock out the fuzzer. */
function guessing(): object {
  return { agent: false, ...(process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}) }
}

function outcomeOf(client: ClientRequest, { leavesAfterMs, replyAs }: HttpRequest): Promise<Outcome> {
  const startedAt = performance.now()
  const ms = () => performance.now() - startedAt
  return new Promise((resolve) => {
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      clearTimeout(leaving)
      resolve(outcome)
    }
    const leave = (outcome: Outcome) => {
      settle(outcome)
      client.destroy()
    }
    const timer = setTimeout(() => leave({ kind: 'timeout', ms: ms() }), ANSWER_MS_MAX)
    const leaving =
      leavesAfterMs === undefined ? undefined : setTimeout(() => leave({ kind: 'left' }), leavesAfterMs)
    client.on('error', (error) => settle(dropOf(error, client.reusedSocket, ms())))
    client.on('response', (reply) => {
      const answered = (body: Buffer): Outcome => ({
        kind: 'answered',
        status: reply.statusCode ?? 0,
        headers: reply.headers,
        body,
        ms: ms(),
      })
      if (replyAs === 'events' && reply.statusCode === 200)
        return listen(reply, () => leave(answered(Buffer.alloc(0))))
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', (error) =>
        settle({ kind: 'dropped', reason: `in mid-answer: ${error.message}`, ms: ms() }),
      )
      reply.on('end', () => settle(answered(Buffer.concat(chunks))))
    })
  })
}

function dropOf(error: Error, wasReused: boolean, ms: number): Outcome {
  const code = 'code' in error ? String(error.code) : error.message
  return { kind: 'dropped', reason: wasReused && code === 'ECONNRESET' ? STALE : code, ms }
}

function listen(reply: IncomingMessage, done: () => void): void {
  reply.on('error', () => {})
  reply.resume()
  setTimeout(done, LISTEN_MS)
}

/** Writes the bytes, half-closes the connection, and reads until the server closes it. */
function overSocket(port: number, { bytes }: SocketRequest): Promise<Outcome> {
  const startedAt = performance.now()
  const ms = () => performance.now() - startedAt
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(bytes))
    const settle = () => {
      clearTimeout(timer)
      const body = Buffer.concat(chunks)
      const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(body.toString('latin1', 0, 20)) ?? []
      if (status === undefined) resolve({ kind: 'dropped', reason: 'closed', ms: ms() })
      else resolve({ kind: 'answered', status: Number(status), headers: {}, body, ms: ms() })
    }
    const timer = setTimeout(() => {
      resolve({ kind: 'timeout', ms: ms() })
      socket.destroy()
    }, ANSWER_MS_MAX)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', settle)
  })
}

function overGrpc(port: number, { path, headers, body }: GrpcRequest): Promise<Outcome> {
  const startedAt = performance.now()
  const ms = () => performance.now() - startedAt
  const session = connectHttp2(`http://127.0.0.1:${port}`)
  return new Promise<Outcome>((resolve) => {
    const dropped = (reason: string) => resolve({ kind: 'dropped', reason, ms: ms() })
    session.on('error', (error) => dropped(error.message))
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      te: 'trailers',
      'content-type': 'application/grpc',
      ...headers,
    })
    stream.setTimeout(ANSWER_MS_MAX, () => resolve({ kind: 'timeout', ms: ms() }))
    const finish = (received: Readonly<Record<string, unknown>>) => {
      const status = received['grpc-status']
      if (status === undefined) return
      resolve({
        kind: 'answered',
        status: Number(status),
        headers: { message: String(received['grpc-message'] ?? '') },
        body: Buffer.alloc(0),
        ms: ms(),
      })
    }
    stream.on('response', finish)
    stream.on('trailers', finish)
    stream.on('error', (error) => dropped(error.message))
    stream.on('close', () => dropped('closed without a status'))
    stream.resume()
    stream.end(body)
  }).finally(() => session.destroy())
}

/** The outcome of a request. */
export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Headers
      readonly body: Buffer
      readonly ms: number
    }
  /** The client disconnected, as planned. */
  | { readonly kind: 'left' }
  /** The server disconnected before or during the response. */
  | { readonly kind: 'dropped'; readonly reason: string; readonly ms: number }
  | { readonly kind: 'timeout'; readonly ms: number }

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** HEDDLE_TEST_STORAGE makes the server use ClickHouse. */
export const IS_ON_CLICKHOUSE = process.env.HEDDLE_TEST_STORAGE === 'clickhouse'

/** Longest acceptable response time. ClickHouse takes several statements to publish an object, each of them slow beside other jobs. */
export const ANSWER_MS_MAX = IS_ON_CLICKHOUSE ? 30_000 : 5_000
