import { existsSync } from 'node:fs'
import type { User } from '../domain/account.ts'
import type { Storage } from '../storage/port.ts'
import type { Invocation } from './command.ts'
import { UsageError } from './usage-error.ts'

/** Works on the accounts in the data folder, whether or not a server is running on it. */
export async function withAccounts(
  { config, world }: Invocation,
  work: (accounts: Storage['accounts']) => Promise<void>,
): Promise<void> {
  if (!existsSync(config.data)) {
    throw new UsageError(
      `There is no data in ${config.data}: start the service once, or name its folder with --data`,
    )
  }
  const storage = await world.openStorage(config)
  try {
    await work(storage.accounts)
  } finally {
    await storage.close()
  }
}

export async function findUser(accounts: Storage['accounts'], name: string): Promise<User> {
  const users = await accounts.users()
  const user = users.find((candidate) => candidate.name === name)
  if (!user) throw new UsageError(`There is no user ${name}`)
  return user
}
