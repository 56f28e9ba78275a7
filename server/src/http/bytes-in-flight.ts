import { ServiceError } from '../errors.ts'

const RETRY_SECONDS = 1

/**
 * Bytes that requests hold in memory until they are answered, all together at most `bytesMax`. One
 * user gets at most three quarters of that, so that nobody takes all of it.
 */
export class BytesInFlight {
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
