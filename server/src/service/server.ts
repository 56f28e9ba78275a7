import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Config, keepTemporaryFilesIn } from '../config.ts'
import { ServiceMetrics } from '../operations/service/service-metrics.ts'
import type { StorageObserver } from '../storage/port/status.ts'
import type { Storage } from '../storage/port.ts'
import { cannotListen } from './cannot-listen.ts'
import { readCertificate } from './certificate.ts'
import { lockFolder } from './folder-lock.ts'
import { isEmbedded } from './open-storage.ts'
import type { RunningServer } from './serve-storage.ts'

export interface Dependencies {
  readonly openStorage: (config: Config, observer?: StorageObserver) => Promise<Storage>
  /** The folder of the built UI, which need not exist. */
  readonly uiFolder: string
}

/** Starts the service on its data folder or database. Where a step fails, everything opened before it is closed again. */
export async function startServer(config: Config, context: Dependencies): Promise<RunningServer> {
  const tls = readCertificate(config)
  await checkPorts(config)
  const unlock = isEmbedded(config) ? claimFolder(config.data) : () => {}
  try {
    const metrics = new ServiceMetrics()
    metrics.addProcessMetrics()
    // Loaded while the storage starts its threads.
    const [storage, { serveStorage }] = await Promise.all([
      context.openStorage(config, metrics),
      import('./serve-storage.ts'),
    ])
    try {
      return await serveStorage(config, context, { storage, metrics, tls, unlock })
    } catch (error) {
      await storage.close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The folder belongs to one server, beside commands; a database belongs to any number of them. */
function claimFolder(folder: string): () => void {
  keepTemporaryFilesIn(folder)
  return lockFolder(folder, 'server')
}

/** Throws where a port is taken, before the data folder is touched. */
async function checkPorts(config: Config): Promise<void> {
  for (const port of [config.otlpGrpcPort, config.port]) {
    // Port 0 means any free port.
    if (port !== null && port !== 0) await checkPort(port, config)
  }
}

async function checkPort(port: number, config: Config): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host: config.host, port })
    await once(server, 'listening')
  } catch (error) {
    throw cannotListen(error, config)
  }
  server.close()
  await once(server, 'close')
}
