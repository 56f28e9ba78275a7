import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts bytes that this request keeps in memory until it is answered; throws `unavailable` where there is no room. */
    holdBytes: (bytes: number) => void
  }
}

/**
 * Hands every body on as bytes, whatever its type says: the Python SDK sends JSON and names no type.
 * A body may be as large as its route allows, and all bodies together as large as `bytesInFlightMax`.
 */
export function readBodies(app: FastifyInstance, options: { readonly bytesInFlightMax: number }): void {
  const inFlight = new BytesInFlight(options.bytesInFlightMax)
  app.decorateRequest('holdBytes', () => {})
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request
    // Fastify refuses a Content-Type that is no media type; here it counts as absent.
    if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) delete headers['content-type']
    if (mayBeLarge(headers)) request.holdBytes = holderOf(inFlight, request, reply)
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', readBody)
}

/** Bodies below this are not counted: as many as there are connections take no more than the large ones may. */
const SMALL_BYTES = 32 * 1024

/** Compressed bodies grow, and without a length nobody knows. */
function mayBeLarge(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] !== undefined
  return Number(length) > SMALL_BYTES || headers['content-encoding'] !== undefined
}

/** Holds bytes for a request until its reply is sent or its client has left. */
function holderOf(inFlight: BytesInFlight, request: FastifyRequest, reply: FastifyReply) {
  let held = 0
  return (bytes: number): void => {
    const userId = request.caller?.user.id ?? ''
    // Whoever has left is not answered, and would never give back what it holds.
    if (reply.raw.destroyed) throw new ServiceError('abandoned', 'the client has disconnected')
    inFlight.hold(userId, bytes)
    if (held === 0) reply.raw.once('close', () => inFlight.release(userId, held))
    held += bytes
  }
}

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/

/** Settles once: with the body, or with what is wrong with it. What follows a refusal is not read. */
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
    // An error that comes later, as when the client leaves, has nobody to tell.
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
    settle(new ServiceError('abandoned', `The body broke off: ${error.message}`))

  payload.on('data', onData).on('end', onEnd).on('error', onError)
}

/** A large body that comes in one piece was made by this process: it is not copied. */
function joined(chunks: readonly Buffer[], bytes: number): Buffer {
  const [only] = chunks
  return only && only.length === bytes && bytes > 64 * 1024 ? only : Buffer.concat(chunks, bytes)
}

const ignore = (): void => {}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

function tooLarge(bodyLimit: number): ServiceError {
  return new ServiceError('too_large', `The body is over ${bodyLimit} bytes, the limit of this route`)
}

const RETRY_SECONDS = 1

/**
 * Bytes that requests hold in memory until they are answered, all together at most `bytesMax`. One
 * user gets at most three quarters of that, so that nobody takes all of it.
 */
class BytesInFlight {
  readonly #bytesMax: number
  readonly #bytesByUser = new Map<string, number>()
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  hold(userId: string, bytes: number): void {
    const ofUser = (this.#bytesByUser.get(userId) ?? 0) + bytes
    if (this.#bytes + bytes > this.#bytesMax || ofUser > this.#bytesMax * 0.75) {
      throw new ServiceError('unavailable', 'The server holds as many request bytes as it can: try again', {
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
