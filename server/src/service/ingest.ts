import { availableParallelism, totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { IngestThread } from '../http/ingest/ingest-thread.ts'
import { IngestThreads } from '../http/ingest/ingest-threads.ts'
import type { Storage } from '../storage/port.ts'

/** More than the largest body needs. A request that needs more ends the thread, not the process. */
const HEAP_MIB = 1024

/**
 * Size of V8's young generation, which is collected often, and cheaply as nearly all of it is garbage by then. With 192 MiB, exports take as much
 * CPU time, and 90 MB more memory.
 */
const YOUNG_HEAP_MIB = 48

/** Clients with large batches send one every few seconds, so the thread stays alive between them. */
const IDLE_MS = 60_000

const TIMEOUT_MS = 300_000

/** For a second of an ingest thread, the writer, the sealer and V8's own threads need another one. */
const CORES_PER_THREAD = 2

/** Twice the heap: bodies, and what waits to be written, are beside it. */
const BYTES_PER_THREAD = 2 * HEAP_MIB * 1024 ** 2

/** More than one writer thread can keep up with. */
const THREADS_MAX = 3

/** The threads for large requests, sharing a storage that is already open. */
export function openIngest(config: Config, storage: Storage): IngestThreads {
  const start = () => {
    const { handle, transfer } = storage.share()
    return new Worker(workerFile(), {
      name: 'ingest',
      workerData: { config, handle },
      transferList: [...transfer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
    })
  }
  const length = threadsFor(availableParallelism(), memoryBytes())
  return new IngestThreads(
    Array.from({ length }, () => new IngestThread({ start, idleMs: IDLE_MS, timeoutMs: TIMEOUT_MS })),
  )
}

/** As many threads as there are cores and memory for. */
export function threadsFor(cores: number, bytes: number): number {
  const affordable = Math.min(Math.floor(cores / CORES_PER_THREAD), Math.floor(bytes / BYTES_PER_THREAD))
  return Math.max(1, Math.min(affordable, THREADS_MAX))
}

/** Of the machine, or of the container if that has less. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem())

/** The worker is next to the bundle; when run from source, as in tests, it is taken from the build. */
function workerFile(): URL {
  const here = new URL(import.meta.url)
  const fromSource = here.pathname.endsWith('.ts')
  return new URL(fromSource ? '../../dist/ingest-worker.js' : './ingest-worker.js', here)
}
