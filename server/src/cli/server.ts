import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { monotonicMicros, nowMicros } from '../clock.ts'
import { type Config, keepTemporaryFilesIn } from '../config.ts'
import { createApp } from '../http/app.ts'
import { openOtlpGrpc } from '../http/otlp-grpc.ts'
import { SignInTokens } from '../http/sign-in-tokens.ts'
import { createIdSource } from '../id.ts'
import { allOperations } from '../operations/all.ts'
import { ServiceMetrics } from '../operations/service/service-metrics.ts'
import type { Storage } from '../storage/port.ts'
import { UsageError } from '../usage-error.ts'
import { ensureAdmin, ensureAdminKey } from './admin-key.ts'
import type { BannerFacts } from './banner.ts'
import type { CliContext } from './command.ts'
import { lockFolder } from './folder-lock.ts'
import { openIngest } from './ingest.ts'
import { localUrl } from './local-url.ts'
import { logUncaught } from './signals.ts'
import { startUpkeep } from './upkeep.ts'

export interface RunningServer {
  readonly facts: BannerFacts
  /** Stops accepting, finishes what was accepted, then lets go of the data. */
  stop(): Promise<void>
}

type Dependencies = Pick<CliContext, 'openStorage' | 'uiFolder'>

/** Starts the service on its data folder; whatever fails, nothing stays half open. */
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
  // Before it listens: a server that answers knows its admin's key.
  const admin = await ensureAdmin(storage.accounts)
  const adminKey = await ensureAdminKey(storage.accounts, admin, config.apiKey, keyFile)
  const signInTokens = new SignInTokens(monotonicMicros)
  const log = openLog(config)
  const ingest = openIngest(config, storage)
  const app = await createApp({
    storage,
    operations: allOperations,
    now: nowMicros,
    newId: createIdSource(),
    log,
    bodyBytesMax: config.bodyBytesMax,
    fileBytesMax: config.fileBytesMax,
    bytesInFlightMax: config.bytesInFlightMax,
    stallTimeoutMs: config.stallTimeoutMs,
    stopGraceMs: config.stopGraceMs,
    trustedProxies: config.trustedProxies,
    replyBytesMax: config.replyBytesMax,
    signInTokens,
    metrics,
    ingest,
    ...(existsSync(uiFolder) && { uiFolder }),
  })
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

/** On standard error, so that standard output keeps only what the person is to read. */
function openLog(config: Config): Logger {
  const destination = pino.destination({ dest: 2, sync: true })
  // A log that cannot be written, as on a full disk, is no reason to stop serving.
  destination.on('error', () => {})
  return pino({ level: config.logLevel }, destination)
}

/** Fails where a port cannot be had, before the data folder is touched. */
async function checkPorts(config: Config): Promise<void> {
  for (const port of [config.otlpGrpcPort, config.port]) {
    // Port 0 takes any free one.
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

/** Returns the port for OTLP over gRPC, or null where none is wanted. */
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

/** Port 0 asks for any: which one it became, the socket knows. */
function urlOf(app: FastifyInstance, { host, port }: Config): string {
  const address = app.server.address()
  return localUrl(host, typeof address === 'object' && address ? address.port : port)
}
