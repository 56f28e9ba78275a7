import { ServiceError } from '../../../errors.ts'
import { fromFailure } from './failure.ts'
import { type Answer, type NextPart, ownedBytes, type Task } from './protocol.ts'

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  /** The parts of a long list that have arrived. */
  readonly received: unknown[]
}

/** Sends tasks to a storage thread and resolves their promises when results arrive. */
export class TaskClient {
  readonly #send: (message: Task | NextPart, transfer: ArrayBuffer[]) => void
  readonly #waiting = new Map<number, Waiting>()
  #dead: Error | undefined
  #lastId = 0

  constructor(send: (message: Task | NextPart, transfer: ArrayBuffer[]) => void) {
    this.#send = send
  }

  get isDead(): boolean {
    return this.#dead !== undefined
  }

  /** The id of the task that was sent last. */
  get lastId(): number {
    return this.#lastId
  }

  run(store: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#dead) return Promise.reject(this.#dead)
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, received: [] })
      this.#send({ id, store, method, args }, ownedBytes(args))
    })
  }

  settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    if (!waiting) return
    if ('part' in answer) {
      for (const row of answer.part) waiting.received.push(row)
      // In the next turn of the event loop: reading a part takes milliseconds, and other requests are handled in between.
      setImmediate(() => this.#send({ nextPartOf: answer.id }, []))
      return
    }
    this.#waiting.delete(answer.id)
    if ('failure' in answer) waiting.reject(fromFailure(answer.failure))
    else waiting.resolve(joined(waiting.received, answer.result))
  }

  /** Rejects all pending and future tasks. */
  abandon(error: Error): void {
    this.#dead ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(this.#dead)
    this.#waiting.clear()
  }
}

function joined(received: unknown[], last: unknown): unknown {
  if (received.length === 0 || !Array.isArray(last)) return last
  for (const row of last) received.push(row)
  return received
}

export const storageClosed = () =>
  new ServiceError('unavailable', 'The storage is closed', { retry_after_seconds: 5 })
