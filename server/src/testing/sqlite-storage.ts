import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSharedSqliteStorage } from '../storage/sqlite/shared-storage.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'

/**
 * Opens a new data folder, for the conformance suite. The threads run server/dist/sqlite-worker.js, so the build comes first:
 * `npm test` does both.
 */
export async function openInNewFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-storage-'))
  let storage = await openSqliteStorage({ folder })
  return {
    storage,
    async reopen() {
      await storage.close()
      storage = await openSqliteStorage({ folder })
      return storage
    },
    async openAnother() {
      return openSharedSqliteStorage(storage.share().handle)
    },
    async cleanup() {
      await storage.close()
      await rm(folder, { recursive: true })
    },
  }
}
