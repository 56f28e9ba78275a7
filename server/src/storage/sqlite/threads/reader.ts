import type { ReadJob } from './read-job.ts'
import { StorageThread, type ThreadData } from './thread.ts'

/** Which reads a thread prefers: `quick` takes no others. Spare threads are temporary. */
export type Lane = 'quick' | 'scan' | 'spare'

/** A reader thread, with at most one job at a time. */
export class Reader {
  readonly lane: Lane
  readonly thread: StorageThread
  #job: ReadJob | undefined
  /** When its current job started, or its last one ended. */
  #since = performance.now()
  #givenUpAt: number | undefined

  constructor(lane: Lane, data: Omit<ThreadData, 'role'>) {
    this.lane = lane
    this.thread = new StorageThread({ ...data, role: 'reader' })
  }

  get job(): ReadJob | undefined {
    return this.#job
  }

  /** How long it has been busy, or idle. */
  sinceMs(now: number): number {
    return now - this.#since
  }

  isStuck(now: number, graceMs: number): boolean {
    return this.#givenUpAt !== undefined && now - this.#givenUpAt > graceMs
  }

  /** Settles the job with its outcome, and resolves once the thread is free. */
  async run(job: ReadJob): Promise<void> {
    this.#job = job
    this.#since = performance.now()
    try {
      job.resolve(await this.thread.run(job.store, job.method, job.args))
    } catch (error) {
      job.reject(error)
    }
    this.#job = undefined
    this.#givenUpAt = undefined
    this.#since = performance.now()
  }

  /** Asks the thread to cancel its job, which it does at its next check. */
  cancel(): void {
    if (this.#givenUpAt !== undefined) return
    this.#givenUpAt = performance.now()
    this.thread.cancel()
  }
}
