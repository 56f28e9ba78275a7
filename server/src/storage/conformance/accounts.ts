import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import { newKey, newSession, newUser } from './rows.ts'

export function accountGuarantees(storage: () => Storage): void {
  test('a key is found with its user and everything that determines its access', async () => {
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

  test('a removed key stops working, and the others keep working', async () => {
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

  test('the last use of a key is the one noted last, and ends with the key', async () => {
    const { accounts } = storage()
    const user = newUser()
    const [kept, gone, unused] = [newKey(user, { expires_at: 9_000 }), newKey(user), newKey(user)]
    await accounts.putUser(user)
    for (const key of [kept, gone, unused]) await accounts.putKey(key)

    for (const last_used_at of [5_000, 6_000]) await accounts.putKeyUse({ key_id: kept.id, last_used_at })
    await accounts.putKeyUse({ key_id: gone.id, last_used_at: 5_000 })
    await accounts.removeKey(gone.id)
    for (const key_id of [gone.id, 'unknown']) await accounts.putKeyUse({ key_id, last_used_at: 7_000 })

    expect(await accounts.keyUses(user.id)).toEqual([{ key_id: kept.id, last_used_at: 6_000 }])
    expect(await accounts.holder(gone.hash)).toBeUndefined()
    expect(await accounts.holder(kept.hash)).toMatchObject({ key: kept })
  })

  test('keys and sessions stored for a removed user or key never work', async () => {
    const { accounts } = storage()
    const user = newUser()
    const [removed, key] = [newKey(user), newKey(user)]
    await accounts.putUser(user)
    await accounts.putKey(removed)
    await accounts.removeKey(removed.id)
    const ofKey = newSession(user, { key_id: removed.id })

    await accounts.putSession(ofKey)
    await accounts.removeUser(user.id)
    await accounts.putKey(key)
    await accounts.putMembership({ user_id: user.id, entity: 'team', role: 'admin' })
    const ofUser = newSession(user)
    await accounts.putSession(ofUser)

    expect(await accounts.holder(key.hash)).toBeUndefined()
    expect(await accounts.session(ofKey.hash)).toBeUndefined()
    expect(await accounts.session(ofUser.hash)).toBeUndefined()
    expect(await accounts.memberships(user.id)).toEqual([])
  })

  test('a key of a removed user may be given to another one', async () => {
    const { accounts } = storage()
    // Of several rows with one hash, any could be the first that is read.
    for (const _ of [1, 2, 3]) {
      const [gone, kept] = [newUser(), newUser()]
      const hash = `hash of ${gone.id}`
      const key = newKey(kept, { hash })
      for (const user of [gone, kept]) await accounts.putUser(user)
      await accounts.putKey(newKey(gone, { hash }))
      await accounts.removeUser(gone.id)

      await accounts.putKey(key)

      expect(await accounts.holder(hash)).toMatchObject({ key, user: kept })
    }
  })

  test('a user who is put again after a removal has no access from before', async () => {
    const { accounts } = storage()
    const user = newUser()
    const stored = { key: newKey(user), later: newKey(user), session: newSession(user) }
    const access = async () => [
      await accounts.holder(stored.key.hash),
      await accounts.holder(stored.later.hash),
      await accounts.session(stored.session.hash),
      await accounts.memberships(user.id),
      await accounts.keys(user.id),
    ]
    await accounts.putUser(user)
    await accounts.putMembership({ user_id: user.id, entity: 'team', role: 'admin' })
    await accounts.putKey(stored.key)
    await accounts.putSession(stored.session)
    await accounts.removeUser(user.id)
    await accounts.putKey(stored.later)

    await accounts.putUser(user)

    expect(await access()).toEqual([undefined, undefined, undefined, [], []])
    await accounts.putKey(stored.key)
    expect(await accounts.holder(stored.key.hash)).toEqual({ key: stored.key, user, memberships: [] })
  })

  test('a key that is put again after a removal was never used, and its sessions stay closed', async () => {
    const { accounts } = storage()
    const user = newUser()
    const key = newKey(user)
    const session = newSession(user, { key_id: key.id })
    await accounts.putUser(user)
    await accounts.putKey(key)
    await accounts.putKeyUse({ key_id: key.id, last_used_at: 5_000 })
    await accounts.putSession(session)
    await accounts.removeKey(key.id)

    await accounts.putKey(key)

    expect(await accounts.holder(key.hash)).toMatchObject({ key })
    expect(await accounts.session(session.hash)).toBeUndefined()
    expect(await accounts.keyUses(user.id)).toEqual([])
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

  test('a role in an entity replaces the previous one', async () => {
    const { accounts } = storage()
    const user = newUser()
    await accounts.putUser(user)

    await accounts.putMembership({ user_id: user.id, entity: 'team', role: 'viewer' })
    await accounts.putMembership({ user_id: user.id, entity: 'team', role: 'admin' })
    await accounts.putMembership({ user_id: user.id, entity: 'other', role: 'viewer' })
    await accounts.removeMembership(user.id, 'other')
    await accounts.removeMembership(user.id, 'unknown')

    const membership = { user_id: user.id, entity: 'team', role: 'admin' }
    expect(await accounts.memberships(user.id)).toEqual([membership])
    expect(await accounts.allMemberships()).toContainEqual(membership)
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
    expect((await accounts.allMemberships()).map(({ user_id }) => user_id)).not.toContain(gone.id)
    expect((await accounts.users()).map(({ id }) => id)).not.toContain(gone.id)
  })

  test('a session is found with its user, and the key it was opened with', async () => {
    const { accounts } = storage()
    const user = newUser()
    const key = newKey(user, { scope: 'read' })
    const membership = { user_id: user.id, entity: 'team', role: 'viewer' } as const
    const withKey = newSession(user, { key_id: key.id })
    const without = newSession(user)
    await accounts.putUser(user)
    await accounts.putMembership(membership)
    await accounts.putKey(key)

    for (const session of [withKey, without]) await accounts.putSession(session)

    const rest = { user, memberships: [membership] }
    expect(await accounts.session(withKey.hash)).toEqual({ session: withKey, key, ...rest })
    expect(await accounts.session(without.hash)).toEqual({ session: without, key: null, ...rest })
    expect(await accounts.session('another hash')).toBeUndefined()
  })

  test('a session ends when it is removed, and with its key or its user', async () => {
    const { accounts } = storage()
    const [user, gone] = [newUser(), newUser()]
    const key = newKey(user)
    const sessions = [
      newSession(user),
      newSession(user, { key_id: key.id }),
      newSession(gone),
      newSession(user),
    ]
    for (const each of [user, gone]) await accounts.putUser(each)
    await accounts.putKey(key)
    for (const session of sessions) await accounts.putSession(session)

    for (const hash of [sessions[0]?.hash ?? '', 'unknown']) await accounts.removeSession(hash)
    await accounts.removeKey(key.id)
    await accounts.removeUser(gone.id)

    const found = await Promise.all(sessions.map(({ hash }) => accounts.session(hash)))
    expect(found.map((holder) => holder !== undefined)).toEqual([false, false, false, true])
  })
}
