import { ServiceError } from '../../../errors.ts'
import { weigh } from '../../port/weigh.ts'

/** Further writes are rejected: the disk cannot keep up, and memory must not fill. */
const WRITES_MAX = 2_000
const BYTES_MAX = 128 * 1024 ** 2

/** Tracks writes that the writer thread has not completed yet. */
export class WriteBacklog {
  readonly #bytesMax: number
  #writes = 0
  #bytes = 0

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  get size(): number {
    return this.#writes
  }

  /** Runs `write`, or rejects with `overloaded`. A single write may have any size if no other is pending. */
  add<T>(args: readonly unknown[], write: () => Promise<T>): Promise<T> {
    const bytes = weigh(args)
    const isFull = this.#writes >= WRITES_MAX || (this.#writes > 0 && this.#bytes + bytes > this.#bytesMax)
    if (isFull) return Promise.reject(overloaded())
    return this.#counted(write(), bytes)
  }

  async #counted<T>(written: Promise<T>, bytes: number): Promise<T> {
    this.#writes++
    this.#bytes += bytes
    try {
      return await written
    } finally {
      this.#writes--
      this.#bytes -= bytes
    }
  }
}

const overloaded = () =>
  new ServiceError('overloaded', 'Too many writes are waiting', { retry_after_seconds: 5 })
