import { expect, test } from 'vitest'
import { hashSecret } from '../domain/accounts/account.ts'
import { openSqliteStorage } from '../storage/sqlite/storage.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openTerminal } from '../testing/terminal.ts'

async function holderOf(folder: string, key: string) {
  const storage = await openSqliteStorage({ folder })
  const holder = await storage.accounts.holder(hashSecret(key))
  await storage.close()
  return holder
}

test('a user is added, given a role and a key, and the key carries both', async () => {
  const folder = temporaryFolder()
  const terminal = openTerminal(folder)

  await terminal.run('users', 'add', 'ada')
  await terminal.run('users', 'grant', 'ada', 'team', 'viewer')
  const { printed } = await terminal.run('keys', 'create', 'ada', '--scope', 'read', '--project', 'team/app')

  const [key = ''] = printed
  expect(key).toMatch(/^[0-9a-f]{40}$/)
  expect(await holderOf(folder, key)).toMatchObject({
    user: { name: 'ada', server_admin: false },
    memberships: [{ entity: 'team', role: 'viewer' }],
    key: { scope: 'read', project_id: 'team/app' },
  })
})

test('lists show who may do what, and never a key', async () => {
  const terminal = openTerminal(temporaryFolder())
  await terminal.run('users', 'add', 'root', '--admin')
  await terminal.run('users', 'add', 'ada')
  await terminal.run('users', 'grant', 'ada', 'team', 'editor')
  const { printed: created } = await terminal.run('keys', 'create', 'ada', '--name', 'laptop')

  const users = (await terminal.run('users')).printed.join('\n')
  const keys = (await terminal.run('keys')).printed.join('\n')

  expect(users).toMatch(/root\s+everything/)
  expect(users).toMatch(/ada\s+editor of team/)
  expect(keys).toMatch(/ada\s+laptop\s+all\s+all/)
  expect(keys).not.toContain(created[0])
})

test('lists are one JSON array or JSON lines on request', async () => {
  const terminal = openTerminal(temporaryFolder())
  await terminal.run('users', 'add', 'ada')
  await terminal.run('users', 'grant', 'ada', 'team', 'editor')
  const { printed: created } = await terminal.run('keys', 'create', 'ada', '--name', 'laptop')

  const [user = ''] = (await terminal.run('users', '--ndjson')).printed
  const [key = ''] = (await terminal.run('keys', 'list', '--ndjson')).printed

  const array = (await terminal.run('users', '--json')).printed.join('\n')

  expect(JSON.parse(array)).toEqual([JSON.parse(user)])
  expect(JSON.parse(user)).toMatchObject({ name: 'ada', roles: [{ entity: 'team', role: 'editor' }] })
  expect(JSON.parse(key)).toMatchObject({ user_name: 'ada', name: 'laptop', project_id: null })
  expect(Object.keys(JSON.parse(key))).not.toContain('hash')
  expect(key).not.toContain(created[0])
})

test('a key expires after the days given, and the list says when', async () => {
  const folder = temporaryFolder()
  const terminal = openTerminal(folder)
  await terminal.run('users', 'add', 'ada')

  const [key = ''] = (await terminal.run('keys', 'create', 'ada', '--expires', '90d')).printed
  await terminal.run('keys', 'create', 'ada', '--expires', '2100-01-01')

  const { created_at = 0, expires_at = 0 } = { ...(await holderOf(folder, key))?.key }
  expect(Math.round(((expires_at ?? 0) - created_at) / 86_400_000_000)).toBe(90)
  expect((await terminal.run('keys')).printed.join('\n')).toMatch(/2100-01-01T00:00:00Z\s+never/)
  expect(await terminal.run('keys', 'create', 'ada', '--expires', 'soon')).toMatchObject({ code: 2 })
  expect(await terminal.run('keys', 'create', 'ada', '--expires', '2020-01-01')).toMatchObject({ code: 1 })
})

test('a role that is taken back is gone', async () => {
  const terminal = openTerminal(temporaryFolder())
  await terminal.run('users', 'add', 'ada')
  await terminal.run('users', 'grant', 'ada', 'team', 'editor')

  await terminal.run('users', 'revoke', 'ada', 'team')

  expect((await terminal.run('users')).printed.join('\n')).toMatch(/ada\s+nothing yet/)
  expect(await terminal.run('users', 'revoke', 'ada', 'team')).toMatchObject({ code: 1 })
})

test('a revoked key is gone, and so are the keys of a removed user', async () => {
  const folder = temporaryFolder()
  const terminal = openTerminal(folder)
  await terminal.run('users', 'add', 'ada')
  const [first = ''] = (await terminal.run('keys', 'create', 'ada')).printed
  const firstId = (await holderOf(folder, first))?.key.id ?? ''

  await terminal.run('keys', 'revoke', firstId)
  expect(await holderOf(folder, first)).toBeUndefined()

  const [second = ''] = (await terminal.run('keys', 'create', 'ada')).printed
  await terminal.run('users', 'remove', 'ada')
  expect(await holderOf(folder, second)).toBeUndefined()
  expect(await terminal.run('users', 'remove', 'ada')).toMatchObject({ code: 1 })
})

test('two users cannot have the same name', async () => {
  const terminal = openTerminal(temporaryFolder())
  await terminal.run('users', 'add', 'ada')

  expect(await terminal.run('users', 'add', 'ada')).toMatchObject({ code: 1 })
})

test('the advice after adding a user is safe to paste into a shell', async () => {
  const terminal = openTerminal(temporaryFolder())
  await terminal.run('users', 'add', 'ada')

  const { code, noted } = await terminal.run('users', 'add', "o'br`ien`@example.org")

  expect(code).toBe(0)
  expect(noted.join()).toContain(String.raw`keys create 'o'\''br`)
})
