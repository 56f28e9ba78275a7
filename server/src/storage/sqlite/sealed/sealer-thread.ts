import { storageClosed } from '../task-client.ts'
import type { StorageThread } from '../thread.ts'

const RESTART_MS = 60_000

/** Once the server is ready: threads that start at the same time hold each other up. */
const START_MS_MAX = 1_000

/**
 * The handle of the sealer thread. One that ended, because it ran out of memory for one, is started again after a while:
 * nothing waits for it, so nobody else would notice.
 */
export class SealerThread {
  readonly #start: () => StorageThread
  readonly #timers: readonly NodeJS.Timeout[]
  #thread: StorageThread | undefined
  #isClosed = false

  /** Nothing can be sealed within the first `restMs`. */
  constructor(start: () => StorageThread, restMs: number) {
    this.#start = start
    this.#timers = [
      setTimeout(() => this.#running(), Math.min(START_MS_MAX, restMs)),
      setInterval(() => this.#running(), RESTART_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  async sealAll(): Promise<void> {
    if (this.#isClosed) throw storageClosed()
    await this.#running().run('sealing', 'sealAll', [])
  }

  /** Resolves once the segment under way is written. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#thread?.close()
  }

  #running(): StorageThread {
    if (this.#thread && !this.#thread.isDead) return this.#thread
    const thread = this.#start()
    thread
      .ready()
      .catch((error: unknown) => console.error('Calls are not compressed for the time being:', error))
    this.#thread = thread
    return thread
  }
}
