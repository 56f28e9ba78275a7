import { ByteBudget } from './byte-budget.ts'

/** More would not be faster: there are about as many reader threads. */
const RUNNING_MAX = 4

/** What the reads of all requests share: memory for their rows, and turns on the event loop. */
export class ReadBudget extends ByteBudget {
  readonly #waiting: (() => void)[] = []
  #running = 0

  /**
   * Runs work that blocks the event loop for milliseconds once its data has arrived, such as reading a page of rows. Only a few
   * run at once, and each queued one starts in its own turn of the event loop, so that a hundred busy streams leave time for new
   * requests.
   */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < RUNNING_MAX) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) setImmediate(next)
      else this.#running -= 1
    }
  }
}
