import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asError, ServiceError } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Reserves memory for this request until its response is sent; throws `unavailable` if the limit is reached. */
    holdBytes: (bytes: number) => void
  }
}

/**
 * Passes every body on as bytes, whatever its Content-Type: the Python SDK sends JSON without one.
 * Enforces the body limit of the route, and `bytesInFlightMax` for all bodies together.
 */
export function readBodies(app: FastifyInstance, options: { readonly bytesInFlightMax: number }): void {
  const inFlight = new BytesInFlight(options.bytesInFlightMax)
  app.decorateRequest('holdBytes', () => {})
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request
    // Fastify rejects an invalid Content-Type; treat it as missing instead.
    if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) delete headers['content-type']
    if (mayBeLarge(headers)) request.holdBytes = holderOf(inFlight, request, reply)
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', readBody)
}

/** Smaller bodies are not counted: even one per connection stays below the limit for large ones. */
const SMALL_BYTES = 32 * 1024

/** A compressed body may expand, and a chunked one has no declared length. */
function mayBeLarge(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] !== undefined
  return Number(length) > SMALL_BYTES || headers['content-encoding'] !== undefined
}

/** Returns the request's `holdBytes`. Memory is released when the response is sent or the client disconnects. */
function holderOf(inFlight: BytesInFlight, request: FastifyRequest, reply: FastifyReply) {
  let held = 0
  return (bytes: number): void => {
    const userId = request.caller?.user.id ?? ''
    // The close event has already fired and would never release the bytes.
    if (reply.raw.destroyed) throw new ServiceError('abandoned', 'the client has disconnected')
    inFlight.hold(userId, bytes)
    if (held === 0) reply.raw.once('close', () => inFlight.release(userId, held))
    held += bytes
  }
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** Calls `done` once, with the body or an error. Stops reading after an error. */
function readBody(
  request: FastifyRequest,
  payload: Readable,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const { bodyLimit } = request.routeOptions
  const declared = Number(request.headers['content-length'] ?? Number.NaN)
  if (declared > bodyLimit) {
    done(tooLarge(bodyLimit))
    return
  }
  const chunks: Buffer[] = []
  let received = 0

  const settle = (error: Error | null, body?: Buffer) => {
    payload.off('data', onData).off('end', onEnd).off('error', onError)
    // A later error, such as a disconnect, must not be thrown as unhandled.
    payload.on('error', ignore)
    done(error, body)
  }
  const onData = (chunk: Buffer) => {
    received += chunk.length
    try {
      if (received > bodyLimit) throw tooLarge(bodyLimit)
      request.holdBytes(chunk.length)
      chunks.push(chunk)
    } catch (error) {
      settle(asError(error))
    }
  }
  const onEnd = () => {
    if (Number.isNaN(declared) || declared === received) settle(null, joined(chunks, received))
    else settle(new ServiceError('invalid_request', 'The body is not as long as Content-Length says'))
  }
  const onError = (error: Error) =>
    settle(new ServiceError('abandoned', `The body was aborted: ${error.message}`))

  payload.on('data', onData).on('end', onEnd).on('error', onError)
}

/** A large body in a single chunk was injected by this process and need not be copied. */
function joined(chunks: readonly Buffer[], bytes: number): Buffer {
  const [only] = chunks
  return only && only.length === bytes && bytes > 64 * 1024 ? only : Buffer.concat(chunks, bytes)
}

const ignore = (): void => {}

function tooLarge(bodyLimit: number): ServiceError {
  return new ServiceError('too_large', `The body is over ${bodyLimit} bytes, the limit of this route`)
}

const RETRY_SECONDS = 1

/** How much of the memory for request bodies one user may use. */
export const USER_SHARE = 0.75

/** Tracks the memory that request bodies use until they are answered, up to `bytesMax`, of which each user gets a share. */
class BytesInFlight {
  readonly #bytesMax: number
  readonly #bytesByUser = new Map<string, number>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  hold(userId: string, bytes: number): void {
    const ofUser = (this.#bytesByUser.get(userId) ?? 0) + bytes
    if (this.#bytes + bytes > this.#bytesMax || ofUser > this.#bytesMax * USER_SHARE) {
      throw new ServiceError('unavailable', 'Too many request bodies in memory: try again', {
        retry_after_seconds: RETRY_SECONDS,
      })
    }
    this.#bytes += bytes
    this.#bytesByUser.set(userId, ofUser)
  }

  release(userId: string, bytes: number): void {
    this.#bytes -= bytes
    const ofUser = (this.#bytesByUser.get(userId) ?? 0) - bytes
    if (ofUser > 0) this.#bytesByUser.set(userId, ofUser)
    else this.#bytesByUser.delete(userId)
  }
}
