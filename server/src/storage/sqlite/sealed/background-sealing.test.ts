import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { end, start } from '../../conformance/rows.ts'
import type { Storage } from '../../port.ts'
import { openForReading } from '../connection.ts'
import { DATABASE_FILE } from '../database/database-files.ts'
import { openSharedSqliteStorage } from '../shared-storage.ts'
import { openSqliteStorage } from '../storage.ts'

const CALLS = 300
const SOON_MS = 50
const LATER_MS = 60 * 60_000

test('calls are sealed some time after they were written', async () => {
  const { open, sealed } = newFolder()
  const storage = await open(SOON_MS)

  await write(storage)

  await expect.poll(sealed, { timeout: 10_000 }).toBe(CALLS)
})

test('calls that were written by the thread for large requests are sealed', async () => {
  const { open, sealed } = newFolder()
  const storage = await open(SOON_MS)
  const shared = openSharedSqliteStorage(storage.share().handle)
  onTestFinished(() => shared.close())

  await write(shared)

  await expect.poll(sealed, { timeout: 10_000 }).toBe(CALLS)
})

test('calls that an earlier process left are sealed without another write', async () => {
  const { open, sealed } = newFolder()
  const earlier = await open(LATER_MS)
  await write(earlier)
  await earlier.close()
  expect(sealed()).toBe(0)

  await open(SOON_MS)

  await expect.poll(sealed, { timeout: 10_000 }).toBe(CALLS)
})

function newFolder() {
  const folder = temporaryFolder()
  return {
    async open(sealAfterMs: number) {
      const storage = await openSqliteStorage({ folder, sealAfterMs })
      onTestFinished(() => storage.close())
      return storage
    },
    /** How many calls are sealed. */
    sealed() {
      const db = openForReading(join(folder, DATABASE_FILE), () => true, 1024)
      try {
        return db.prepare('select coalesce(sum(calls), 0) as sealed from call_segments').get()?.sealed
      } finally {
        db.close()
      }
    },
  }
}

function write(storage: Storage): Promise<void> {
  const keys = Array.from({ length: CALLS }, (_, at) => ({ project_id: 'team/app', id: `call-${at}` }))
  return storage.calls.write(keys.flatMap((key) => [start(key), end(key)]))
}
