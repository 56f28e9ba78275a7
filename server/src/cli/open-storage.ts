import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { nowMicros } from '../clock.ts'
import { createIdSource } from '../id.ts'
import type { Editor } from '../operations/settings/accounts.ts'
import { lockFolder } from '../service/folder-lock.ts'
import { isEmbedded } from '../service/open-storage.ts'
import type { Storage } from '../storage/port.ts'
import { UsageError } from '../usage-error.ts'
import type { Invocation } from './command.ts'

/** Opens the accounts, whether or not a server is running on them. */
export const withAccounts = (
  invocation: Invocation,
  work: (accounts: Storage['accounts'], editor: Editor) => Promise<void>,
) => withStorage(invocation, (storage) => work(storage.accounts, editorOn(storage)))

type Work = (storage: Storage) => Promise<void>

/** Opens the database, or the data folder, which must exist. Servers and other commands may use it meanwhile. */
export const withStorage = (invocation: Invocation, work: Work) => withLock(invocation, 'shared', work)

/** Does the same with a data folder that nobody else uses meanwhile. */
export const withStorageAlone = (invocation: Invocation, work: Work) => withLock(invocation, 'alone', work)

async function withLock({ config, context }: Invocation, use: 'shared' | 'alone', work: Work): Promise<void> {
  if (isEmbedded(config) && !existsSync(config.data)) {
    throw new UsageError(`No data in ${config.data}: start the server once, or set its folder with --data`)
  }
  const unlock = isEmbedded(config) ? lockFolder(config.data, use) : () => {}
  try {
    // No other reads wait behind those of a command.
    const storage = await context.openStorage({ ...config, readTimeoutMs: READ_TIMEOUT_MS })
    try {
      await work(storage)
    } finally {
      await storage.close()
    }
  } finally {
    unlock()
  }
}

const READ_TIMEOUT_MS = 3_600_000

/** Throws if nothing was ever written to the project. */
export async function knownProject({ projects }: Storage, projectId: string): Promise<string> {
  if ((await projects.find([projectId])).length > 0) return projectId
  throw new UsageError(`There is no project ${projectId}`)
}

/** Records changes as made by command line. */
export const editorOn = (storage: Storage): Editor => ({
  storage,
  now: nowMicros,
  newId: createIdSource(),
  actor: { via: 'cli', actor_id: null, actor_name: systemUser() },
})

/** Containers run under ids that have no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
