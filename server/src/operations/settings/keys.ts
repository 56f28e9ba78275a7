import * as contract from '@heddle/contract/settings'
import { type Caller, isNarrowed, mayAdminister } from '../../domain/accounts/access.ts'
import type { User } from '../../domain/accounts/account.ts'
import { ServiceError } from '../../errors.ts'
import { formatDateTime, type Micros, readDateTime, type SentTime } from '../../time.ts'
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
      expires_at: expiryOf(request.expires_at, context.caller),
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

/** That of the caller's key, unless an earlier one is asked for: a key must not live on in one that it made. */
function expiryOf(sent: SentTime | undefined, { key_expires_at }: Caller): Micros | undefined {
  const asked = sent === undefined ? undefined : readDateTime(sent, ['body', 'expires_at'])
  if (key_expires_at === null) return asked
  if (asked === undefined || asked <= key_expires_at) return asked ?? key_expires_at
  const latest = formatDateTime(key_expires_at)
  throw forbidden(`expires_at must be at most ${latest}, when the key that makes this one expires`)
}

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
