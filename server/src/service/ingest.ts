import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { IngestThread } from '../http/ingest-thread.ts'
import type { Storage } from '../storage/port.ts'

/** More than the largest body needs. A request that needs more ends this thread, not the process. */
const HEAP_MIB = 1024

/** Longer than the usual interval between large batches of one client. */
const IDLE_MS = 60_000

const TIMEOUT_MS = 300_000

/** Starts, on demand, the thread that handles requests with large bodies on the open storage. */
export function openIngest(config: Config, storage: Storage): IngestThread {
  const start = () => {
    const { handle, transfer } = storage.share()
    return new Worker(workerFile(), {
      name: 'ingest',
      workerData: { config, handle },
      transferList: [...transfer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    })
  }
  return new IngestThread({ start, idleMs: IDLE_MS, timeoutMs: TIMEOUT_MS })
}

/** In the build, the worker is beside the bundle; tests run from source and use the built worker. */
function workerFile(): URL {
  const here = new URL(import.meta.url)
  const fromSource = here.pathname.endsWith('.ts')
  return new URL(fromSource ? '../../dist/ingest-worker.js' : './ingest-worker.js', here)
}
