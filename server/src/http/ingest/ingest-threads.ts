import type { ForwardedReply, ForwardedRequest, Ingest, IngestThread } from './ingest-thread.ts'

/** Starting a thread takes half a second and 100 MB, so it counts as more than one pending request and less than two. */
const START_COST = 1.5

/** Several ingest threads. Each request goes to the one with the fewest pending requests, and another is started only if all are busy. */
export class IngestThreads implements Ingest {
  readonly #threads: readonly IngestThread[]

  constructor(threads: readonly IngestThread[]) {
    this.#threads = threads
  }

  /** Transfers the body to a thread; it must not be used afterwards. */
  forward(request: ForwardedRequest): Promise<ForwardedReply> {
    const [first, ...others] = this.#threads
    if (!first) throw new Error('there is no ingest thread')
    return others
      .reduce((least, thread) => (loadOf(thread) < loadOf(least) ? thread : least), first)
      .forward(request)
  }

  /** Stops all threads. Pending requests fail, so wait for them first. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()))
  }
}

const loadOf = (thread: IngestThread): number => (thread.isStarted ? thread.pending : START_COST)
