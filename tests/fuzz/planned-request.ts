import type { ReplyForm } from '@heddle/contract/endpoint'

/** One request of the fuzzer, ready to be sent. */
export type PlannedRequest = HttpRequest | SocketRequest | GrpcRequest

interface Planned {
  /** 0-based; together with the seed it determines the request. */
  readonly number: number
  /** Human-readable description. */
  readonly label: string
}

/** Valid HTTP, which the server must answer. */
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
  /** Event streams never end: the client reads the first events and disconnects. */
  readonly replyAs: ReplyForm
  /** The client disconnects after this time, answered or not. */
  readonly leavesAfterMs?: number
  /** Sends wrong keys, from another address, because that address is throttled. */
  readonly isGuess: boolean
}

/** Bytes on a socket that need not be HTTP. The server may answer or disconnect, but not leave the client waiting. */
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
