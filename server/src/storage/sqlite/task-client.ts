import { ServiceError } from '../../errors.ts'
import { fromFailure } from './failure.ts'
import type { Answer, Task } from './protocol.ts'

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** Sends tasks to a storage thread and resolves their promises when results arrive. */
export class TaskClient {
  readonly #send: (task: Task) => void
  readonly #waiting = new Map<number, Waiting>()
  #dead: Error | undefined
  #lastId = 0

  constructor(send: (task: Task) => void) {
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
      this.#waiting.set(id, { resolve, reject })
      this.#send({ id, store, method, args })
    })
  }

  settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (!waiting) return
    if ('failure' in answer) waiting.reject(fromFailure(answer.failure))
    else waiting.resolve(answer.result)
  }

  /** Rejects all pending and future tasks. */
  abandon(error: Error): void {
    this.#dead ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(this.#dead)
    this.#waiting.clear()
  }
}

export const storageClosed = () =>
  new ServiceError('unavailable', 'The storage is closed', { retry_after_seconds: 5 })
