import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '../../../errors.ts'
import type { OpenedStorage } from '../../conformance/opened-storage.ts'
import { describeStorage } from '../../conformance/suite.ts'
import type { Storage } from '../../port.ts'
import { openSharedSqliteStorage } from '../shared-storage.ts'
import { openSqliteStorage, type SqliteStorage } from '../storage.ts'

// Every guarantee holds for sealed calls as well: here each call is sealed as soon as it has ended.
describeStorage('SQLite with sealed calls', openInNewFolder)

async function openInNewFolder(): Promise<OpenedStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-sealed-'))
  let opened = await openSqliteStorage({ folder })
  return {
    storage: sealing(opened, opened),
    async reopen() {
      await opened.close()
      opened = await openSqliteStorage({ folder })
      return sealing(opened, opened)
    },
    async openAnother() {
      return sealing(openSharedSqliteStorage(opened.share().handle), opened)
    },
    async cleanup() {
      await opened.close()
      await rm(folder, { recursive: true })
    },
  }
}

function sealing(storage: Storage, { sealAll }: Pick<SqliteStorage, 'sealAll'>): Storage {
  const { calls } = storage
  return {
    ...storage,
    calls: {
      ...calls,
      async write(parts) {
        await calls.write(parts)
        await sealAll().catch(unlessClosed)
      },
    },
  }
}

/** A storage that was closed after the write seals no more. */
function unlessClosed(error: unknown): void {
  if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error
}
