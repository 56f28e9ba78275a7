import type { StorageThread } from '../thread.ts'

const RESTART_MS = 60_000

/**
 * The handle of the sealer thread. One that ended, because it ran out of memory for one, is started again after a while:
 * nothing waits for it, so nobody else would notice.
 */
export class SealerThread {
  readonly #start: () => StorageThread
  readonly #watch: NodeJS.Timeout
  #thread: StorageThread

  constructor(start: () => StorageThread) {
    this.#start = start
    this.#thread = this.#started()
    this.#watch = setInterval(() => {
      if (this.#thread.isDead) this.#thread = this.#started()
    }, RESTART_MS)
    this.#watch.unref()
  }

  async sealAll(): Promise<void> {
    await this.#thread.run('sealing', 'sealAll', [])
  }

  /** Resolves once the segment under way is written. */
  close(): Promise<void> {
    clearInterval(this.#watch)
    return this.#thread.close()
  }

  #started(): StorageThread {
    const thread = this.#start()
    thread
      .ready()
      .catch((error: unknown) => console.error('Calls are not compressed for the time being:', error))
    return thread
  }
}
