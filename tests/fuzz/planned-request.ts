import type { ReplyForm } from '@heddle/contract/endpoint'

/** One request of the fuzzer, ready to be sent. */
export type PlannedRequest = HttpRequest | SocketRequest | GrpcRequest

interface Planned {
  /** Counts from 0; with the seed it decides what the request is. */
  readonly number: number
  /** What is odd about it, for people. */
  readonly label: string
}

/** Valid HTTP, which the server owes an answer. */
export interface HttpRequest extends Planned {
  readonly over: 'http'
  readonly method: string
  /** The path of the endpoint it is made for, with its parameters as `{name}`. */
  readonly route: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Sent in chunks, without a length. */
  readonly isChunked: boolean
  /** Events have no end: the first ones are read and the client leaves. */
  readonly replyAs: ReplyForm
  /** The client hangs up after so long, answered or not. */
  readonly leavesAfterMs?: number
  /** Guesses wrong keys, from another address: those are slowed down. */
  readonly isGuess: boolean
}

/** Bytes on a socket that need not be HTTP. The server may answer or hang up, but not let the client wait. */
export interface SocketRequest extends Planned {
  readonly over: 'socket'
  readonly bytes: Buffer
}

export interface GrpcRequest extends Planned {
  readonly over: 'grpc'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}
