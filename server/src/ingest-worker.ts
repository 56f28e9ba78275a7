import { parentPort, workerData } from 'node:worker_threads'
import { monotonicMicros } from './clock.ts'
import type { Config } from './config.ts'
import { freeSoon } from './free-soon.ts'
import { SignInTokens } from './http/access/sign-in-tokens.ts'
import type { ForwardedRequest, IngestAnswer, IngestTask } from './http/ingest/ingest-thread.ts'
import { mayBeForwarded } from './http/ingest/large-requests.ts'
import { allOperations } from './operations/all.ts'
import { composeApp, openLog } from './service/compose.ts'
import type { ClickHouseStorage } from './storage/clickhouse/storage.ts'
import type { Storage } from './storage/port.ts'
import { openSharedSqliteStorage } from './storage/sqlite/shared-storage.ts'

// Entry point of the ingest thread: the same application without a port, on the storage of the main thread, with
// the operations of which the main thread forwards requests.

type SqliteHandle = Parameters<typeof openSharedSqliteStorage>[0]
type ClickHouseHandle = ReturnType<ClickHouseStorage['share']>['handle']

const { config, handle }: { config: Config; handle: SqliteHandle | ClickHouseHandle } = workerData
const storage = await openSharedStorage(handle)
const log = openLog(config)
const app = await composeApp(config, {
  operations: allOperations.filter(mayBeForwarded),
  storage,
  log,
  signInTokens: new SignInTokens(monotonicMicros),
  // The main thread passes the client's address and the host along.
  trustedProxies: [],
})
await app.ready()

parentPort?.on('message', (task: IngestTask) => {
  if (task === 'close') void close()
  else void answer(task.id, task.request)
})

async function answer(id: number, request: ForwardedRequest): Promise<void> {
  const reply = await replyTo(request).catch((error: unknown) => {
    // Errors of operations are replies. One of anything else must not end the thread, as it would fail the other requests.
    log.error({ err: error }, 'forwarded request failed')
    const body = new TextEncoder().encode('{"reason":"Internal server error"}')
    return { status: 500, headers: { 'content-type': 'application/json' }, body }
  })
  parentPort?.postMessage({ id, reply } satisfies IngestAnswer, [reply.body.buffer])
}

async function replyTo({ body, ...request }: ForwardedRequest) {
  const response = await app.inject({ ...request, payload: Buffer.from(body.buffer) })
  freeSoon(body.buffer)
  const { statusCode: status, headers, rawPayload } = response
  return { status, headers, body: new Uint8Array(rawPayload) }
}

async function close(): Promise<void> {
  await app.close()
  await storage.close()
  parentPort?.close()
}

/** Opens the storage that the main thread has opened, by what its `share` returned. */
async function openSharedStorage(handle: SqliteHandle | ClickHouseHandle): Promise<Storage> {
  if ('databasePath' in handle) return openSharedSqliteStorage(handle)
  const { openSharedClickHouseStorage } = await import('./storage/clickhouse/storage.ts')
  return openSharedClickHouseStorage(handle)
}
