import * as contract from '@heddle/contract/settings'
import { type Caller, isNarrowed, mayAdminister } from '../../domain/accounts/access.ts'
import type { User } from '../../domain/accounts/account.ts'
import { ServiceError } from '../../errors.ts'
import { formatDateTime, readDateTime } from '../../time.ts'
import { forKeyHolders, operation } from '../operation.ts'
import { type Accounts, createKey, editorOf, findUser, keysOf, type OwnedKey, revokeKey } from './accounts.ts'

export const keyOperations = [
  operation(contract.listKeys, forKeyHolders, async (request, { storage, caller }) => {
    const users = request.of_everybody ? await everybody(storage.accounts, caller) : [caller.user]
    return { keys: (await keysOf(storage.accounts, users)).map(keyView) }
  }),

  operation(contract.createKey, forKeyHolders, async (request, context) => {
    const { accounts } = context.storage
    refuseNarrowed(context.caller)
    const user = await ownerOf(request.user_name, accounts, context.caller)
    const { key, record } = await createKey(editorOf(context), user, {
      ...request,
      expires_at:
        request.expires_at === undefined
          ? undefined
          : readDateTime(request.expires_at, ['body', 'expires_at']),
    })
    return { key, record: keyView(record) }
  }),

  operation(contract.revokeKey, forKeyHolders, async (request, context) => {
    const { storage, caller } = context
    refuseNarrowed(caller)
    const users = mayAdminister(caller) ? await storage.accounts.users() : [caller.user]
    await revokeKey(editorOf(context), users, request.key_id)
    return {}
  }),
]

async function ownerOf(name: string | undefined, accounts: Accounts, caller: Caller): Promise<User> {
  if (name === undefined || name === caller.user.name) return caller.user
  if (!mayAdminister(caller)) throw forbidden('Keys for others are made by admins of the server')
  return findUser(accounts, name)
}

async function everybody(accounts: Accounts, caller: Caller): Promise<User[]> {
  if (!mayAdminister(caller)) throw forbidden('The keys of others are shown to admins of the server')
  return accounts.users()
}

/** Otherwise a read-only key could create one that may write. */
function refuseNarrowed(caller: Caller): void {
  if (isNarrowed(caller)) throw forbidden('A key that is limited cannot make or revoke keys')
}

const forbidden = (message: string) => new ServiceError('forbidden', message)

/** Leaves out the hash. */
export function keyView({ hash, created_at, expires_at, last_used_at, ...key }: OwnedKey) {
  return {
    ...key,
    created_at: formatDateTime(created_at),
    expires_at: expires_at === null ? null : formatDateTime(expires_at),
    last_used_at: last_used_at === null ? null : formatDateTime(last_used_at),
  }
}
