import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { monotonicMicros } from '../clock.ts'
import type { Config } from '../config.ts'
import { SignInTokens } from '../http/access/sign-in-tokens.ts'
import type { ServiceMetrics } from '../operations/service/service-metrics.ts'
import { describeTarget } from '../storage/clickhouse/target.ts'
import type { Storage } from '../storage/port.ts'
import { type AdminKey, ensureAdmin } from './admin-key.ts'
import { cannotListen } from './cannot-listen.ts'
import type { Certificate } from './certificate.ts'
import { composeApp, openLog } from './compose.ts'
import { openIngest } from './ingest.ts'
import { announceUrl, localUrl } from './local-url.ts'
import { isEmbedded } from './open-storage.ts'
import { SpanExporter } from './span-exporter.ts'
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
  /** The data folder, or the database without its password. */
  readonly data: string
  /** Where a generated key is kept; null where nothing is kept outside the database. */
  readonly keyFile: string | null
  readonly adminKey: AdminKey
  /** Issues a token that signs a browser in once. */
  readonly issueSignInToken: () => string
}

interface Opened {
  readonly storage: Storage
  readonly metrics: ServiceMetrics
  readonly tls: Certificate | undefined
  /** Releases the data folder. */
  readonly unlock: () => void
}

/** Serves an open storage. It stays open where this fails. */
export async function serveStorage(
  config: Config,
  { uiFolder }: { readonly uiFolder: string },
  { storage, metrics, tls, unlock }: Opened,
): Promise<RunningServer> {
  const keyFile = isEmbedded(config) ? join(config.data, 'admin-key') : null
  const signInTokens = new SignInTokens(monotonicMicros)
  const log = openLog(config)
  const ingest = openIngest(config, storage)
  const ui = existsSync(uiFolder) && { uiFolder }
  const exporter = config.traceTo === '' ? undefined : new SpanExporter(config.traceTo, log)
  // The thread that reads accounts starts while the application is composed; both finish before it listens, so that the first
  // request already finds the admin's key.
  const [admin, app] = await Promise.all([
    ensureAdmin(storage.accounts, config.apiKey, keyFile),
    composeApp(config, {
      storage,
      log,
      signInTokens,
      metrics,
      ingest,
      ...ui,
      ...(tls && { tls }),
      ...(exporter && { spans: (spans) => exporter.add(spans) }),
    }),
  ])
  const { otlpGrpcPort, url, withdrawUrl } = await listen(app, config).catch(async (error) => {
    await app.close()
    await exporter?.close()
    await ingest.close()
    throw error
  })
  const endUpkeep = startUpkeep(storage, log)
  const stopLogging = logUncaught(log)
  const issueSignInToken = () => signInTokens.issue(admin.user.id)

  return {
    facts: {
      url,
      otlpGrpcPort,
      data: isEmbedded(config) ? config.data : describeTarget(config.storage),
      keyFile,
      adminKey: admin.key,
      issueSignInToken,
    },
    async stop() {
      withdrawUrl()
      await app.close()
      await exporter?.close()
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

/** Listens, and tells commands where. Some ports may be open where this fails. */
async function listen(app: FastifyInstance, config: Config) {
  const otlpGrpcPort = await openPorts(app, config)
  const url = urlOf(app, config)
  const withdrawUrl = isEmbedded(config) ? announceUrl(config.data, url) : () => {}
  return { otlpGrpcPort, url, withdrawUrl }
}

/** Returns the port for OTLP over gRPC, or null where it is disabled. */
async function openPorts(app: FastifyInstance, config: Config): Promise<number | null> {
  try {
    const grpcPort = await listenForGrpc(app, config)
    await app.listen({ host: config.host, port: config.port })
    return grpcPort
  } catch (error) {
    throw cannotListen(error, config)
  }
}

async function listenForGrpc(app: FastifyInstance, config: Config): Promise<number | null> {
  const { host, otlpGrpcPort: port, bodyBytesMax: messageBytesMax, stallTimeoutMs, stopGraceMs } = config
  if (port === null) return null
  // Loaded only here: HTTP/2 would make every start longer.
  const { openOtlpGrpc } = await import('../http/otlp/otlp-grpc.ts')
  return openOtlpGrpc(app, { host, port, messageBytesMax, stallTimeoutMs, stopGraceMs })
}

/** The socket knows which port was chosen for port 0. */
function urlOf(app: FastifyInstance, { host, port, tlsCert, basePath }: Config): string {
  const address = app.server.address()
  const url = localUrl(host, typeof address === 'object' && address ? address.port : port)
  return (tlsCert === null ? url : url.replace('http:', 'https:')) + basePath
}
