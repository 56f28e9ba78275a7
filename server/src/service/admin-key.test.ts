import { expect, onTestFinished, test } from 'vitest'
import { hashSecret } from '../domain/accounts/account.ts'
import { openInNewFolder } from '../testing/sqlite-storage.ts'
import { ensureAdmin } from './admin-key.ts'

const CHOSEN = 'k'.repeat(40)

async function openAccounts() {
  const { storage, cleanup } = await openInNewFolder()
  onTestFinished(cleanup)
  return storage.accounts
}

test('two starts at the same moment create one admin, with one key', async () => {
  const accounts = await openAccounts()
  // What one of them found before the other had written anything.
  const whenEmpty = {
    ...accounts,
    users: async () => [],
    keys: async () => [],
    holder: async () => undefined,
  }

  const one = await ensureAdmin(accounts, CHOSEN, null)
  const other = await ensureAdmin(whenEmpty, CHOSEN, null)

  expect(other.user.id).toBe(one.user.id)
  expect(await accounts.users()).toMatchObject([{ name: 'admin', server_admin: true }])
  expect(await accounts.keys(one.user.id)).toMatchObject([{ hash: hashSecret(CHOSEN) }])
})

test('a key that is chosen replaces the one that was chosen before, and may be chosen again', async () => {
  const accounts = await openAccounts()

  for (const chosen of [CHOSEN, 'l'.repeat(40), CHOSEN]) {
    const { user } = await ensureAdmin(accounts, chosen, null)

    expect(await accounts.keys(user.id)).toMatchObject([{ hash: hashSecret(chosen) }])
  }
})
