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

test('an admin who was removed stays removed while there is another, who gets the key that is chosen', async () => {
  const accounts = await openAccounts()
  const { user: removed } = await ensureAdmin(accounts, CHOSEN, null)
  await accounts.putUser({ id: 'u-1', name: 'ada', server_admin: true, created_at: 1 })
  await accounts.removeUser(removed.id)

  const { user } = await ensureAdmin(accounts, CHOSEN, null)

  expect(user.name).toBe('ada')
  expect(await accounts.users()).toMatchObject([{ name: 'ada' }])
  expect(await accounts.keys('u-1')).toMatchObject([{ hash: hashSecret(CHOSEN) }])
})

test('an ordinary user called admin stays one, and the admin gets another name', async () => {
  const accounts = await openAccounts()
  await accounts.putUser({ id: 'u-1', name: 'admin', server_admin: false, created_at: 1 })

  const { user } = await ensureAdmin(accounts, CHOSEN, null)
  const again = await ensureAdmin(accounts, CHOSEN, null)

  expect(again.user.id).toBe(user.id)
  expect(await accounts.users()).toMatchObject([
    { name: 'admin', server_admin: false },
    { name: 'admin-2', server_admin: true },
  ])
})

test('the chosen key follows the admin, and is revoked wherever it was', async () => {
  const accounts = await openAccounts()
  await accounts.putUser({ id: 'u-1', name: 'ada', server_admin: true, created_at: 1 })
  await ensureAdmin(accounts, CHOSEN, null)
  await accounts.putUser({ id: 'u-1', name: 'ada', server_admin: false, created_at: 1 })

  const { user } = await ensureAdmin(accounts, CHOSEN, null)

  expect(await accounts.keys('u-1')).toEqual([])
  expect(await accounts.keys(user.id)).toMatchObject([{ hash: hashSecret(CHOSEN) }])
  await accounts.putUser({ id: 'u-1', name: 'ada', server_admin: true, created_at: 1 })
  await ensureAdmin(accounts, 'l'.repeat(40), null)
  expect(await accounts.keys(user.id)).toMatchObject([{ hash: hashSecret('l'.repeat(40)) }])
})
