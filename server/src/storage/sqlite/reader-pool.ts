import type { WorkerData } from './protocol.ts'
import { StorageThread } from './thread.ts'

/**
 * Threads that read. Quick reads go to the least busy of them; scans never to the first, so that a
 * long scan leaves one thread free for everybody else.
 */
export class ReaderPool {
  readonly #threads: StorageThread[]

  constructor(count: number, data: Omit<WorkerData, 'role'>) {
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
    return leastBusy(this.#threads).run(store, method, args)
  }

  scan(store: string, method: string, args: readonly unknown[]): Promise<unknown> {
    return leastBusy(this.#threads.slice(1)).run(store, method, args)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}

function leastBusy(threads: readonly StorageThread[]): StorageThread {
  return threads.reduce((best, thread) => (thread.load < best.load ? thread : best))
}
