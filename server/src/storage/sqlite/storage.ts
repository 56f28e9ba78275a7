import { existsSync, mkdirSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { ServiceError } from '../../errors.ts'
import type { StorageObserver } from '../port/status.ts'
import { WriteListeners } from '../port/write-listeners.ts'
import type { Storage } from '../port.ts'
import { DATABASE_FILE } from './database/database-files.ts'
import { migrationsFolder } from './database/migrate.ts'
import type { ReadStores } from './read-stores.ts'
import { SealerThread } from './sealed/sealer-thread.ts'
import { SEAL_AFTER_MS } from './sealed/sealing-rounds.ts'
import type { SharedHandle, Written } from './shared-storage.ts'
import { sqliteStores } from './stores.ts'
import { ReaderPool } from './threads/reader-pool.ts'
import { remote, StorageThread } from './threads/thread.ts'
import { WriteBacklog } from './threads/write-backlog.ts'
import { WriteMeter } from './threads/write-meter.ts'
import type { WriteStores } from './write-stores.ts'

const READERS_MAX = 8
/** Shared by all readers except temporary spares. */
const READ_CACHE_KIB = 196_608

export interface SqliteOptions {
  readonly folder: string
  /** A read that takes longer is stopped and fails with `timeout`. */
  readonly readTimeoutMs?: number
  /** How long a thread may take to return from a stopped read before it is replaced. */
  readonly readGraceMs?: number
  readonly observer?: StorageObserver
  /** How long after its arrival a call that has ended is sealed. */
  readonly sealAfterMs?: number
}

export interface SqliteStorage extends Storage {
  /** Seals every call that has ended, and rewrites segments that lost calls. */
  sealAll(): Promise<void>
  share(): ReturnType<Storage['share']> & { readonly handle: SharedHandle }
}

/** Opens the embedded engine on a folder, and creates the folder if it is missing. */
export async function openSqliteStorage(options: SqliteOptions): Promise<SqliteStorage> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const count = Math.min(READERS_MAX, Math.max(2, availableParallelism() - 1))
  const data = {
    databasePath: join(options.folder, DATABASE_FILE),
    migrationsFolder: migrationsFolder(),
    readCacheKib: Math.floor(READ_CACHE_KIB / Math.max(3, count)),
  }

  const isNew = !existsSync(data.databasePath)
  // The writer creates and migrates the database, which readers need.
  const writer = new StorageThread({ ...data, role: 'writer' })
  await writer.ready()
  const { readTimeoutMs: timeoutMs = 60_000, readGraceMs: graceMs = 2_000 } = options
  const readers = new ReaderPool(data, { count, timeoutMs, graceMs })
  const { sealAfterMs: restMs = SEAL_AFTER_MS } = options
  const sealer = new SealerThread({
    restMs,
    start: () => {
      const sealing = { writer: writer.openPort(), restMs }
      return new StorageThread({ ...data, role: 'sealer', sealing })
    },
  })
  // What an earlier process left.
  if (!isNew) sealer.wake()

  const meter = new WriteMeter((seconds) => options.observer?.onWrite(seconds))
  const backlog = new WriteBacklog()
  const listeners = new WriteListeners()
  let closing: Promise<void> | undefined
  const close = async () => {
    await Promise.all([sealer.close(), readers.close()])
    // Last, so that the WAL can be checkpointed completely, with no reader using it.
    await writer.close()
  }

  const wakeSealer = () => sealer.wake()
  const write = <Name extends keyof WriteStores & string>(store: Name) =>
    remote<WriteStores[Name]>((method, args) => {
      if (closing) return Promise.reject(stopping())
      return backlog.add(args, () => {
        const done = meter.time(performance.now(), writer.run(store, method, args))
        if (!UNSEALED_STORES.has(store)) void done.then(wakeSealer, wakeSealer)
        return done
      })
    })
  const timed = timedReads(readers, options.observer)
  const read = <Name extends keyof ReadStores & string>(store: Name) =>
    remote<ReadStores[Name]>((method, args) => timed('quick', store, method, args))
  const scan = <Name extends keyof ReadStores & string>(store: Name, signal?: AbortSignal) =>
    remote<ReadStores[Name]>((method, args) => timed('scan', store, method, args, signal))

  const countParts = (parts: number) => meter.parts.add(parts)
  return {
    ...sqliteStores({ read, scan, write, listeners, countParts }),
    status: async () => ({
      engine: 'sqlite',
      ...meter.status(),
      database_bytes: await sizeOf(data.databasePath),
      pending_bytes: await sizeOf(`${data.databasePath}-wal`),
      disk_free_bytes: await freeBytesAt(options.folder),
      writes_waiting: backlog.size,
      reads_waiting: readers.load,
    }),
    probe: () => write('health').probe(),
    sealAll: () => sealer.sealAll(),
    share() {
      const written = new MessageChannel()
      written.port1.on('message', (message: Written) => {
        wakeSealer()
        if ('writeMs' in message) return meter.add(message.writeMs)
        countParts(message.parts)
        listeners.notify()
      })
      written.port1.unref()
      const handle: SharedHandle = {
        databasePath: data.databasePath,
        cacheKib: data.readCacheKib,
        writer: writer.openPort(),
        written: written.port2,
      }
      return { handle, transfer: [handle.writer, handle.written] }
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Their writes leave nothing to seal, and next to no space to return. */
const UNSEALED_STORES: ReadonlySet<keyof WriteStores> = new Set(['accounts', 'audit', 'health'])

const stopping = () => new ServiceError('unavailable', 'The server is stopping', { retry_after_seconds: 5 })

function timedReads(readers: ReaderPool, observer: StorageObserver | undefined): ReaderPool['read'] {
  return async (kind, ...read) => {
    const startedAt = performance.now()
    const result = await readers.read(kind, ...read)
    observer?.onRead(kind, (performance.now() - startedAt) / 1000)
    return result
  }
}

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** A missing file counts as empty: SQLite creates the log with the first write. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found?.size ?? 0
}
