import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import { newKey, newUser } from './rows.ts'

export function accountPromises(storage: () => Storage): void {
  test('a key leads to its holder with everything that decides what it may do', async () => {
    const { accounts } = storage()
    const user = newUser({ server_admin: true })
    const key = newKey(user, { scope: 'read', project_id: 'team/app' })
    const membership = { user_id: user.id, entity: 'team', role: 'editor' } as const

    await accounts.putUser(user)
    await accounts.putMembership(membership)
    await accounts.putKey(key)

    expect(await accounts.holder(key.hash)).toEqual({ key, user, memberships: [membership] })
    expect(await accounts.holder('another hash')).toBeUndefined()
  })

  test('a removed key stops working, and the others go on', async () => {
    const { accounts } = storage()
    const user = newUser()
    const [gone, kept] = [newKey(user), newKey(user)]
    await accounts.putUser(user)
    for (const key of [gone, kept]) await accounts.putKey(key)

    for (const id of [gone.id, gone.id, 'unknown']) await accounts.removeKey(id)

    expect(await accounts.holder(gone.hash)).toBeUndefined()
    expect(await accounts.holder(kept.hash)).toMatchObject({ key: kept })
    expect(await accounts.keys(user.id)).toEqual([kept])
  })

  test('a user put again keeps keys and memberships', async () => {
    const { accounts } = storage()
    const user = newUser()
    const key = newKey(user)
    await accounts.putUser(user)
    await accounts.putMembership({ user_id: user.id, entity: 'team', role: 'viewer' })
    await accounts.putKey(key)
    const promoted = { ...user, server_admin: true }

    await accounts.putUser(promoted)

    expect(await accounts.holder(key.hash)).toMatchObject({
      user: promoted,
      memberships: [{ role: 'viewer' }],
    })
    expect((await accounts.users()).filter(({ id }) => id === user.id)).toEqual([promoted])
  })

  test('a role in an entity takes the place of the one before', async () => {
    const { accounts } = storage()
    const user = newUser()
    await accounts.putUser(user)

    await accounts.putMembership({ user_id: user.id, entity: 'team', role: 'viewer' })
    await accounts.putMembership({ user_id: user.id, entity: 'team', role: 'admin' })
    await accounts.putMembership({ user_id: user.id, entity: 'other', role: 'viewer' })
    await accounts.removeMembership(user.id, 'other')
    await accounts.removeMembership(user.id, 'unknown')

    expect(await accounts.memberships(user.id)).toEqual([{ user_id: user.id, entity: 'team', role: 'admin' }])
  })

  test('a removed user leaves neither keys nor memberships', async () => {
    const { accounts } = storage()
    const [gone, kept] = [newUser(), newUser()]
    const key = newKey(gone)
    for (const user of [gone, kept]) {
      await accounts.putUser(user)
      await accounts.putMembership({ user_id: user.id, entity: 'team', role: 'editor' })
    }
    await accounts.putKey(key)

    await accounts.removeUser(gone.id)
    await accounts.removeUser('unknown')

    expect(await accounts.holder(key.hash)).toBeUndefined()
    expect(await accounts.keys(gone.id)).toEqual([])
    expect(await accounts.memberships(gone.id)).toEqual([])
    expect(await accounts.memberships(kept.id)).toHaveLength(1)
    expect((await accounts.users()).map(({ id }) => id)).not.toContain(gone.id)
  })
}
