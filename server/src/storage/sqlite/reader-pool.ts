import type { WorkerData } from './protocol.ts'
import { StorageThread } from './thread.ts'

/**
 * Threads that read. Scans never go to the first, so that a long scan leaves one thread free for everybody
 * else; quick reads go to the least busy of those that no scan keeps: one behind a scan waits for all of it.
 */
export class ReaderPool {
  readonly #threads: StorageThread[]
  /** How many scans each thread has, running or waiting. */
  readonly #scans = new Map<StorageThread, number>()

  constructor(count: number, data: Omit<WorkerData, 'role' | 'unwanted'>) {
    this.#threads = Array.from({ length: count }, () => new StorageThread({ ...data, role: 'reader' }))
  }

  /** How many reads were sent and not yet answered. */
  get load(): number {
    return this.#threads.reduce((sum, thread) => sum + thread.load, 0)
  }

  async ready(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.ready()))
  }

  read(store: string, method: string, args: readonly unknown[]): Promise<unknown> {
    const free = this.#threads.filter((thread) => !this.#scans.get(thread))
    return leastBusy(free).run(store, method, args)
  }

  /** Given up where it stands once `left` is aborted, if it asks whether it is wanted. */
  async scan(store: string, method: string, args: readonly unknown[], left?: AbortSignal): Promise<unknown> {
    const thread = leastBusy(this.#threads.slice(1))
    this.#countScan(thread, 1)
    try {
      return await thread.run(store, method, args, left)
    } finally {
      this.#countScan(thread, -1)
    }
  }

  #countScan(thread: StorageThread, by: 1 | -1): void {
    this.#scans.set(thread, (this.#scans.get(thread) ?? 0) + by)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}

function leastBusy(threads: readonly StorageThread[]): StorageThread {
  return threads.reduce((best, thread) => (thread.load < best.load ? thread : best))
}
