import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { end, start } from '../../conformance/rows.ts'
import { packedParts } from '../calls/packed-parts.ts'
import { openForReading } from '../connection.ts'
import { migrationsFolder } from '../database/migrate.ts'
import { StorageThread } from '../threads/thread.ts'
import { SealerThread } from './sealer-thread.ts'

const REST_MS = 50
const IDLE_MS = 200

test('the thread starts when it is woken, seals, and stops once there is nothing left to do', async () => {
  const { sealer, threads, write, sealed } = await openSealer()
  await write('first')
  expect(threads).toHaveLength(0)

  sealer.wake()
  await expect.poll(sealed, { timeout: 10_000 }).toBe(300)
  await expect.poll(() => threads[0]?.isDead, { timeout: 10_000 }).toBe(true)
  expect(threads).toHaveLength(1)

  await write('second')
  sealer.wake()
  await expect.poll(sealed, { timeout: 10_000 }).toBe(600)
  expect(threads).toHaveLength(2)
})

test('a thread whose calls have not rested yet goes on', async () => {
  const { sealer, threads, write, sealed } = await openSealer({ restMs: 10 * IDLE_MS })
  await write('first')
  sealer.wake()

  await expect.poll(sealed, { timeout: 20_000 }).toBe(300)
  expect(threads).toHaveLength(1)
})

test('a closed handle stays closed', async () => {
  const { sealer, threads } = await openSealer()
  await sealer.close()

  sealer.wake()
  await new Promise((resolve) => setTimeout(resolve, 2 * IDLE_MS))

  expect(threads).toHaveLength(0)
  await expect(sealer.sealAll()).rejects.toThrow('closed')
})

async function openSealer({ restMs = REST_MS } = {}) {
  const databasePath = join(temporaryFolder(), 'heddle.db')
  const data = { databasePath, migrationsFolder: migrationsFolder(), readCacheKib: 1024 }
  const writer = new StorageThread({ ...data, role: 'writer' })
  await writer.ready()
  const threads: StorageThread[] = []
  const sealer = new SealerThread({
    restMs,
    idleMs: IDLE_MS,
    start() {
      const sealing = { writer: writer.openPort(), restMs }
      const thread = new StorageThread({ ...data, role: 'sealer', sealing })
      threads.push(thread)
      return thread
    },
  })
  const db = openForReading(databasePath, () => true, 1024)
  onTestFinished(async () => {
    await sealer.close()
    db.close()
    await writer.close()
  })
  return {
    sealer,
    threads,
    /** Enough calls for a segment. */
    write: (name: string) => {
      const keys = Array.from({ length: 300 }, (_, at) => ({ project_id: 'team/app', id: `${name}-${at}` }))
      return writer.run('calls', 'write', [packedParts(keys.flatMap((key) => [start(key), end(key)]))])
    },
    sealed: () => db.prepare('select coalesce(sum(calls), 0) as sealed from call_segments').get()?.sealed,
  }
}
