import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallPart } from '../../server/src/storage/port/calls.ts'
import { callWrites } from '../../server/src/storage/sqlite/call-writes.ts'
import { changeLog } from '../../server/src/storage/sqlite/calls/call-changes.ts'
import { packedParts } from '../../server/src/storage/sqlite/calls/packed-parts.ts'
import { openForWriting } from '../../server/src/storage/sqlite/connection.ts'
import { transaction } from '../../server/src/storage/sqlite/database/driver.ts'
import { migrate } from '../../server/src/storage/sqlite/database/migrate.ts'
import { nameNumbers } from '../../server/src/storage/sqlite/queries/names.ts'
import { sealedWrites } from '../../server/src/storage/sqlite/sealed/sealed-writes.ts'
import { openSqliteStorage } from '../../server/src/storage/sqlite/storage.ts'
import { type BatchOptions, batches, takeCalls } from '../dataset/batches.ts'
import { partsOf } from '../dataset/parts.ts'
import { serveWork } from './worker-process.ts'

export interface EngineIngest {
  readonly folder: string
  /** The storage with its threads and group commit, or its statements alone, a transaction a batch. */
  readonly through: 'storage' | 'statements'
  /** How many batches are under way at once, where there are threads. */
  readonly connections: number
  readonly warmUpCalls: number
  readonly calls: number
  readonly data: BatchOptions
}

export interface EngineResult {
  readonly calls: number
  readonly seconds: number
  readonly cpuSeconds: number
}

serveWork(async ({ folder, through, connections, warmUpCalls, calls, data }: EngineIngest) => {
  const source = batches(data)
  const warmUp = takeCalls(source, warmUpCalls).map(partsOf)
  const made = takeCalls(source, calls)
  const timed = made.map(partsOf)
  const count = made.reduce((sum, batch) => sum + batch.calls, 0)
  mkdirSync(folder, { recursive: true })
  const engine = through === 'storage' ? await openStorage(folder, connections) : openStatements(folder)
  await engine.write(warmUp)
  return async () => {
    const result = await measure(count, () => engine.write(timed))
    await engine.close()
    return result
  }
})

interface Engine {
  write(batches: readonly CallPart[][]): Promise<void>
  close(): Promise<void>
}

async function openStorage(folder: string, connections: number): Promise<Engine> {
  const storage = await openSqliteStorage({ folder })
  return {
    async write(batches) {
      const waiting = batches.values()
      const connection = async () => {
        for (const parts of waiting) await storage.calls.write(parts)
      }
      await Promise.all(Array.from({ length: connections }, connection))
    },
    close: () => storage.close(),
  }
}

function openStatements(folder: string): Engine {
  const path = join(folder, 'heddle.sqlite')
  const db = openForWriting(path)
  migrate(
    db,
    path,
    fileURLToPath(new URL('../../server/src/storage/sqlite/database/migrations', import.meta.url)),
  )
  const { write } = callWrites(db, nameNumbers(db), changeLog(db), sealedWrites(db))
  return {
    async write(batches) {
      for (const parts of batches) transaction(db, () => write(packedParts(parts)))
    },
    async close() {
      db.exec('pragma wal_checkpoint(truncate)')
      db.close()
    },
  }
}

async function measure(calls: number, work: () => Promise<void>): Promise<EngineResult> {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  return { calls, seconds, cpuSeconds: (user + system) / 1e6 }
}
