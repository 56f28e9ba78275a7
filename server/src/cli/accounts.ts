import { existsSync } from 'node:fs'
import { nowMicros } from '../clock.ts'
import { createIdSource } from '../id.ts'
import type { Accounts } from '../operations/settings/accounts.ts'
import { isEmbedded } from '../service/open-storage.ts'
import type { Storage } from '../storage/port.ts'
import { UsageError } from '../usage-error.ts'
import type { Invocation } from './command.ts'

/** Opens the accounts, whether or not a server is running on it. */
export const withAccounts = (invocation: Invocation, work: (accounts: Accounts) => Promise<void>) =>
  withStorage(invocation, ({ accounts }) => work(accounts))

/** Opens the database, or the data folder, which must exist. */
export async function withStorage(
  { config, context }: Invocation,
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  if (isEmbedded(config) && !existsSync(config.data)) {
    throw new UsageError(`No data in ${config.data}: start the server once, or set its folder with --data`)
  }
  // Nobody else waits behind the reads of a command.
  const storage = await context.openStorage({ ...config, readTimeoutMs: READ_TIMEOUT_MS })
  try {
    await work(storage)
  } finally {
    await storage.close()
  }
}

const READ_TIMEOUT_MS = 3_600_000

/** Clock and id source for new accounts. */
export const maker = { now: nowMicros, newId: createIdSource() }
