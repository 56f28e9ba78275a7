import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { createIdSource } from '../domain/id.ts'
import { nowMicros } from '../domain/time.ts'
import { createApp } from '../http/app.ts'
import { allOperations } from '../operations/all.ts'
import type { Storage } from '../storage/port.ts'
import { ensureAdminKey } from './admin-key.ts'
import type { BannerFacts } from './banner.ts'
import type { World } from './command.ts'
import { lockFolder } from './folder-lock.ts'
import { UsageError } from './usage-error.ts'

export interface RunningServer {
  readonly facts: BannerFacts
  /** Stops accepting, finishes what was accepted, then lets go of the data. */
  stop(): Promise<void>
}

type Surroundings = Pick<World, 'openStorage' | 'uiFolder'>

/** Starts the service on its data folder; whatever fails, nothing stays half open. */
export async function startServer(config: Config, world: Surroundings): Promise<RunningServer> {
  const unlock = lockFolder(config.data)
  try {
    const storage = await world.openStorage(config)
    try {
      return await listen(config, world, storage, unlock)
    } catch (error) {
      await storage.close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function listen(
  config: Config,
  { uiFolder }: Surroundings,
  storage: Storage,
  unlock: () => void,
): Promise<RunningServer> {
  const keyFile = join(config.data, 'admin-key')
  const app = await createApp({
    storage,
    operations: allOperations,
    now: nowMicros,
    newId: createIdSource(),
    // Standard error, so that standard output keeps only what the person is to read.
    log: pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true })),
    bodyBytesMax: config.bodyBytesMax,
    fileBytesMax: config.fileBytesMax,
    ...(existsSync(uiFolder) && { uiFolder }),
  })
  await bind(app, config)
  const adminKey = await ensureAdminKey(storage.accounts, config.apiKey, keyFile)

  return {
    facts: { url: urlOf(app, config), folder: config.data, keyFile, adminKey },
    async stop() {
      await app.close()
      await storage.close()
      unlock()
    },
  }
}

/** Before the key is made: a server that cannot listen leaves nothing behind. */
async function bind(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    const message = inUse
      ? `Port ${port} on ${host} is in use: stop what uses it, or choose another with --port`
      : `Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`
    throw new UsageError(message, { cause: error })
  }
}

/** An address a browser on this machine can open. */
function urlOf(app: FastifyInstance, config: Config): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[config.host] ?? config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
