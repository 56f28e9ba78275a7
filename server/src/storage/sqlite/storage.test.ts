import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenedStorage } from '../conformance/opened-storage.ts'
import { describeStorage } from '../conformance/suite.ts'
import { openSharedSqliteStorage } from './shared-storage.ts'
import { openSqliteStorage } from './storage.ts'

// The threads run server/dist/sqlite-worker.js, so the build comes first: `npm test` does both.
describeStorage('SQLite', openInNewFolder)

async function openInNewFolder(): Promise<OpenedStorage> {
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
