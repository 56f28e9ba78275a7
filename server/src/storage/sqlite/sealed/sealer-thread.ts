import { storageClosed } from '../threads/task-client.ts'
import type { StorageThread } from '../threads/thread.ts'

interface SealerThreadOptions {
  readonly start: () => StorageThread
  /** How long after its arrival a call is sealed. */
  readonly restMs: number
  /** A thread without work is stopped after one to two times this. One that has crashed is started again within it. */
  readonly idleMs?: number
}

const IDLE_MS = 60_000

/** Once the server is ready: threads that start at the same time hold each other up. */
const START_MS_MAX = 1_000

/**
 * The handle of the sealer thread, which runs only while there may be something to seal: a thread takes 13 MB. One that
 * crashed, because it ran out of memory for one, is started again after a while: nothing waits for it, so nobody else would notice.
 */
export class SealerThread {
  readonly #start: () => StorageThread
  readonly #startMs: number
  readonly #check: NodeJS.Timeout
  #starting: NodeJS.Timeout | undefined
  #thread: StorageThread | undefined
  /** Whether there may be something new to seal since the last check. */
  #isWoken = false
  #stopped: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor({ start, restMs, idleMs = IDLE_MS }: SealerThreadOptions) {
    this.#start = start
    this.#startMs = Math.min(START_MS_MAX, restMs)
    this.#check = setInterval(() => this.#checkThread(), idleMs)
    this.#check.unref()
  }

  /** To be called after each commit, and where calls may have been left by an earlier process. */
  wake(): void {
    this.#isWoken = true
    if (this.#thread || this.#starting || this.#isClosed) return
    this.#starting = setTimeout(() => this.#running(), this.#startMs)
    this.#starting.unref()
  }

  async sealAll(): Promise<void> {
    if (this.#isClosed) throw storageClosed()
    this.#isWoken = true
    await this.#running().run('sealing', 'sealAll', [])
  }

  /** Resolves once the segment under way is written. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#check)
    clearTimeout(this.#starting)
    await this.#thread?.close()
    await this.#stopped
  }

  #running(): StorageThread {
    clearTimeout(this.#starting)
    this.#starting = undefined
    if (this.#thread && !this.#thread.isDead) return this.#thread
    const thread = this.#start()
    thread
      .ready()
      .catch((error: unknown) => console.error('Calls are not compressed for the time being:', error))
    this.#thread = thread
    return thread
  }

  #checkThread(): void {
    const wasWoken = this.#isWoken
    this.#isWoken = false
    if (!this.#thread) return
    const thread = this.#running()
    if (!wasWoken) void this.#stopIfIdle(thread)
  }

  async #stopIfIdle(thread: StorageThread): Promise<void> {
    const isIdle = await thread.run('sealing', 'isIdle', []).catch(() => false)
    // A write that was committed meanwhile has woken this thread.
    if (isIdle !== true || this.#isWoken || this.#thread !== thread) return
    this.#thread = undefined
    this.#stopped = thread.close()
  }
}
