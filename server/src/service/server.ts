import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { monotonicMicros } from '../clock.ts'
import { type Config, keepTemporaryFilesIn } from '../config.ts'
import { openOtlpGrpc } from '../http/otlp-grpc.ts'
import { SignInTokens } from '../http/sign-in-tokens.ts'
import { ServiceMetrics } from '../operations/service/service-metrics.ts'
import type { StorageObserver } from '../storage/port/status.ts'
import type { Storage } from '../storage/port.ts'
import { UsageError } from '../usage-error.ts'
import { type AdminKey, ensureAdmin, ensureAdminKey } from './admin-key.ts'
import { composeApp, openLog } from './compose.ts'
import { lockFolder } from './folder-lock.ts'
import { openIngest } from './ingest.ts'
import { localUrl } from './local-url.ts'
import { startUpkeep } from './upkeep.ts'

export interface RunningServer {
  readonly facts: ServerFacts
  /** Stops accepting requests, finishes those in progress, then closes the storage. */
  stop(): Promise<void>
}

export interface ServerFacts {
  readonly url: string
  /** Null where OTLP over gRPC is off. */
  readonly otlpGrpcPort: number | null
  readonly folder: string
  readonly keyFile: string
  readonly adminKey: AdminKey
  /** Issues a token that signs a browser in once. */
  readonly issueSignInToken: () => string
}

export interface Dependencies {
  readonly openStorage: (config: Config, observer?: StorageObserver) => Promise<Storage>
  /** The folder of the built UI, which need not exist. */
  readonly uiFolder: string
}

/** Starts the service on its data folder. Where a step fails, everything opened before it is closed again. */
export async function startServer(config: Config, context: Dependencies): Promise<RunningServer> {
  await checkPorts(config)
  keepTemporaryFilesIn(config.data)
  const unlock = lockFolder(config.data)
  try {
    const metrics = new ServiceMetrics()
    metrics.addProcessMetrics()
    const storage = await context.openStorage(config, metrics)
    try {
      return await serveStorage(config, context, { storage, metrics, unlock })
    } catch (error) {
      await storage.close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

interface Opened {
  readonly storage: Storage
  readonly metrics: ServiceMetrics
  /** Releases the data folder. */
  readonly unlock: () => void
}

async function serveStorage(
  config: Config,
  { uiFolder }: Dependencies,
  { storage, metrics, unlock }: Opened,
): Promise<RunningServer> {
  const keyFile = join(config.data, 'admin-key')
  // Before it listens, so that the first request already finds the admin's key.
  const admin = await ensureAdmin(storage.accounts)
  const adminKey = await ensureAdminKey(storage.accounts, admin, config.apiKey, keyFile)
  const signInTokens = new SignInTokens(monotonicMicros)
  const log = openLog(config)
  const ingest = openIngest(config, storage)
  const ui = existsSync(uiFolder) && { uiFolder }
  const app = await composeApp(config, { storage, log, signInTokens, metrics, ingest, ...ui })
  const otlpGrpcPort = await listen(app, config)
  const endUpkeep = startUpkeep(storage, log)
  const stopLogging = logUncaught(log)
  const issueSignInToken = () => signInTokens.issue(admin.id)

  return {
    facts: {
      url: urlOf(app, config),
      otlpGrpcPort,
      folder: config.data,
      keyFile,
      adminKey,
      issueSignInToken,
    },
    async stop() {
      await app.close()
      await ingest.close()
      await endUpkeep()
      await storage.close()
      unlock()
      stopLogging()
    },
  }
}

/**
 * Logs uncaught errors and unhandled rejections instead of ending the process: they belong to one request, and the others go on.
 * Returns a function that stops this.
 */
function logUncaught(log: Logger): () => void {
  const logError = (error: unknown, origin: string) => {
    log.error({ err: error, origin }, 'uncaught error; the service goes on')
  }
  process.on('uncaughtException', logError)
  return () => void process.off('uncaughtException', logError)
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

/** Returns the port for OTLP over gRPC, or null where it is disabled. */
async function listen(app: FastifyInstance, config: Config): Promise<number | null> {
  const { host, port, otlpGrpcPort, bodyBytesMax: messageBytesMax, stallTimeoutMs, stopGraceMs } = config
  const grpcOptions = { host, messageBytesMax, stallTimeoutMs, stopGraceMs }
  try {
    const grpcPort =
      otlpGrpcPort === null ? null : await openOtlpGrpc(app, { ...grpcOptions, port: otlpGrpcPort })
    await app.listen({ host, port })
    return grpcPort
  } catch (error) {
    await app.close()
    throw cannotListen(error, config)
  }
}

function cannotListen(error: unknown, { host, port, otlpGrpcPort }: Config): UsageError {
  const failed = error instanceof Error && 'port' in error && error.port === otlpGrpcPort
  const [at, flag] = failed && otlpGrpcPort !== port ? [otlpGrpcPort, '--otlp-grpc-port'] : [port, '--port']
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const message = inUse
    ? `Port ${at} on ${host} is in use: stop what uses it, or choose another with ${flag}`
    : `Cannot listen on ${host}:${at}: ${error instanceof Error ? error.message : error}`
  return new UsageError(message, { cause: error })
}

/** The socket knows which port was chosen for port 0. */
function urlOf(app: FastifyInstance, { host, port }: Config): string {
  const address = app.server.address()
  return localUrl(host, typeof address === 'object' && address ? address.port : port)
}
