import { queryProjects } from '@heddle/contract/projects'
import {
  addUser,
  createKey,
  listKeys,
  listMembers,
  listUsers,
  measureCallStorage,
  measureStorage,
  removeMember,
  removeUser,
  revokeKey,
  setMember,
} from '@heddle/contract/settings'
import { expect, test, vi } from 'vitest'
import { record, start } from '../../testing/builders.ts'
import { startService } from '../../testing/service.ts'

test('a user is added, made a member, given a key and removed', async () => {
  const service = await startService()
  await record(service, start('team/app'))

  const ada = await service.call(addUser, { name: 'ada' })
  await service.call(setMember, { user_name: 'ada', entity: 'team', role: 'viewer' })
  const { key, record: made } = await service.call(createKey, { user_name: 'ada', name: 'laptop' })

  expect(key).toMatch(/^[0-9a-f]{40}$/)
  expect(made).toMatchObject({ user_name: 'ada', name: 'laptop', scope: 'all', project_id: null })
  expect(JSON.stringify(made)).not.toContain('hash')
  expect(await service.call(queryProjects, {}, { key })).toMatchObject({
    projects: [{ project_id: 'team/app' }],
  })
  const { users } = await service.call(listUsers, {})
  expect(users).toContainEqual({ ...ada, memberships: [{ entity: 'team', role: 'viewer' }] })

  await service.call(removeUser, { user_id: ada.id })
  expect((await service.call(listUsers, {})).users).toHaveLength(1)
})

test('names must be well formed and unique', async () => {
  const service = await startService()
  await service.call(addUser, { name: 'ada' })

  expect(await service.post(addUser.path, { name: 'ada' })).toMatchObject({ status: 409 })
  expect(await service.post(addUser.path, { name: 'a b' })).toMatchObject({ status: 400 })
})

test('the last server admin cannot be removed', async () => {
  const service = await startService()

  expect(await service.post(removeUser.path, { user_id: service.admin.id })).toMatchObject({ status: 409 })
  expect(await service.post(removeUser.path, { user_id: 'unknown' })).toMatchObject({ status: 404 })
})

test('an admin of an entity manages its members, and nothing else', async () => {
  const service = await startService()
  await service.call(addUser, { name: 'ada' })
  const { key } = await service.createUser({ entity: 'team', role: 'admin' })

  await service.call(setMember, { user_name: 'ada', entity: 'team', role: 'editor' }, { key })
  await service.call(removeMember, { user_name: 'ada', entity: 'team' }, { key })

  const elsewhere = { user_name: 'ada', entity: 'other', role: 'viewer' }
  expect(await service.post(setMember.path, elsewhere, { key })).toMatchObject({ status: 403 })
  expect(await service.post(addUser.path, { name: 'eve' }, { key })).toMatchObject({ status: 403 })
  const ofAda = { user_name: 'ada' }
  expect(await service.post(createKey.path, ofAda, { key })).toMatchObject({ status: 403 })
})

test('readers of a project see who has access to it', async () => {
  const service = await startService()
  const { user: viewer, key } = await service.createUser({ entity: 'team', role: 'viewer' })
  const { user: elsewhere } = await service.createUser({ entity: 'other', role: 'admin' })

  const { members } = await service.call(listMembers, { project_id: 'team/app' }, { key })

  expect(members).toContainEqual({ id: viewer.id, name: viewer.name, role: 'viewer', server_admin: false })
  expect(members).toContainEqual({
    id: service.admin.id,
    name: service.admin.name,
    role: null,
    server_admin: true,
  })
  expect(members.map(({ id }) => id)).not.toContain(elsewhere.id)
  const narrow = await service.createUser({ entity: 'team', key: { scope: 'read', project_id: 'team/app' } })
  expect(await service.post(listMembers.path, { project_id: 'team/app' }, narrow)).toMatchObject({
    status: 200,
  })
  expect(await service.post(listMembers.path, { project_id: 'team/b' }, narrow)).toMatchObject({
    status: 403,
  })
  expect(await service.post(listMembers.path, { project_id: 'other/app' }, { key })).toMatchObject({
    status: 403,
  })
})

test('an editor is not an admin', async () => {
  const service = await startService()
  const { user, key } = await service.createUser({ entity: 'team', role: 'editor' })

  const promotion = { user_name: user.name, entity: 'team', role: 'admin' }

  expect(await service.post(setMember.path, promotion, { key })).toMatchObject({ status: 403 })
})

test('users list, create and revoke their own keys', async () => {
  const service = await startService()
  const { user, key } = await service.createUser({ entity: 'team' })
  const { key: second, record: made } = await service.call(
    createKey,
    { scope: 'read', project_id: 'team/app' },
    { key },
  )

  const { keys } = await service.call(listKeys, {}, { key })
  expect(keys.map(({ user_id }) => user_id)).toEqual([user.id, user.id])
  expect(await service.post(listKeys.path, { of_everybody: true }, { key })).toMatchObject({ status: 403 })
  expect((await service.call(listKeys, { of_everybody: true })).keys).toHaveLength(3)

  await service.call(revokeKey, { key_id: made.id }, { key })
  expect(await service.get('/session', { key: second })).toMatchObject({ status: 401 })
})

const SECOND = 1_000_000

test('a key stops working when it expires, and so does a browser signed in with it', async () => {
  const clock = { micros: 1_750_000_000 * SECOND }
  const service = await startService({ now: () => clock.micros })
  const expires_at = new Date(clock.micros / 1000 + 60_000).toISOString()
  const { key, record: made } = await service.call(createKey, { expires_at })
  const signedIn = await service.post('/session', { key }, { key: null })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''

  const statuses = async () => [
    (await service.get('/session', { key })).status,
    (await service.get('/session', { key: null, headers: { cookie } })).status,
  ]
  clock.micros += 59 * SECOND
  const before = await statuses()
  clock.micros += SECOND
  const after = await statuses()

  expect(Date.parse(made.expires_at ?? '')).toBe(Date.parse(expires_at))
  expect(before).toEqual([200, 200])
  expect(after).toEqual([401, 401])
})

test('a key that expires makes none that lasts longer', async () => {
  const clock = { micros: 1_750_000_000 * SECOND }
  const service = await startService({ now: () => clock.micros })
  const inSeconds = (seconds: number) => new Date(clock.micros / 1000 + seconds * 1000).toISOString()
  const { key } = await service.call(createKey, { expires_at: inSeconds(60) })
  const made = async (request: object) => {
    const { status, body } = await service.post(createKey.path, request, { key })
    return { status, expires: status === 200 ? Date.parse(Object(body).record.expires_at) : null }
  }

  expect(await made({})).toEqual({ status: 200, expires: Date.parse(inSeconds(60)) })
  expect(await made({ expires_at: inSeconds(30) })).toEqual({
    status: 200,
    expires: Date.parse(inSeconds(30)),
  })
  expect(await made({ expires_at: inSeconds(61) })).toEqual({ status: 403, expires: null })
})

test('the expiry of a key must be a valid time in the future', async () => {
  const service = await startService()

  for (const [expires_at, status] of [
    ['2020-01-01T00:00:00Z', 400],
    ['soon', 422],
  ]) {
    expect(await service.post(createKey.path, { expires_at })).toMatchObject({ status })
  }
})

test('keys list their last use, which is stored at most once a minute', async () => {
  const clock = { micros: 1_750_000_000 * SECOND }
  const service = await startService({ now: () => clock.micros })
  const { key } = await service.createUser({ entity: 'team' })
  const lastUse = async () => (await service.call(listKeys, {}, { key })).keys[0]?.last_used_at
  const storedWrites = async () => (await service.storage.status()).writes_total

  await vi.waitFor(async () => expect(await lastUse()).toBe('2025-06-15T15:06:40Z'))
  const writesBefore = await storedWrites()
  for (let count = 0; count < 29; count++) {
    clock.micros += 2 * SECOND
    await lastUse()
  }
  expect(await storedWrites()).toBe(writesBefore)

  clock.micros += 2 * SECOND
  await vi.waitFor(async () => expect(await lastUse()).toBe('2025-06-15T15:07:40Z'))
})

test('only a server admin revokes keys of others', async () => {
  const service = await startService()
  const { user } = await service.createUser({ entity: 'team' })
  const { key: other } = await service.createUser({ entity: 'team', role: 'admin' })
  const [{ id: key_id } = { id: '' }] = await service.storage.accounts.keys(user.id)

  expect(await service.post(revokeKey.path, { key_id }, { key: other })).toMatchObject({ status: 404 })
  expect(await service.post(revokeKey.path, { key_id })).toMatchObject({ status: 200 })
})

test('a limited key cannot create an unlimited one', async () => {
  const service = await startService()
  const { key } = await service.createUser({ server_admin: true, key: { scope: 'read' } })

  expect(await service.post(createKey.path, {}, { key })).toMatchObject({ status: 403 })
  expect(await service.post(listUsers.path, {}, { key })).toMatchObject({ status: 403 })
})

test('the project of a key must be a valid project id', async () => {
  const service = await startService()

  expect(await service.post(createKey.path, { project_id: 'team' })).toMatchObject({ status: 400 })
})

test('storage of calls is reported by op, versions together, and by day', async () => {
  const service = await startService()
  const project_id = 'team/app'
  const op = (version: string) => `weave:///${project_id}/op/answer:${version}`
  const at = (id: string, op_name: string, started_at: string) =>
    start(project_id, { id, op_name, started_at, inputs: {}, attributes: {} })
  await record(
    service,
    at('a', op('v1'), '2025-03-01T10:00:00Z'),
    at('b', op('v2'), '2025-03-02T10:00:00Z'),
    at('c', 'search', '2025-03-02T11:00:00Z'),
  )

  const { ops, days } = await service.call(measureCallStorage, { project_id })

  expect(ops).toMatchObject([
    { op: 'answer', call_count: 2 },
    { op: 'search', call_count: 1 },
  ])
  expect(days).toMatchObject([
    { day: '2025-03-02', call_count: 2 },
    { day: '2025-03-01', call_count: 1 },
  ])
  expect(ops[0]?.bytes).toBeGreaterThan(0)
})

test('storage is reported by project, largest first', async () => {
  const service = await startService()
  await service.storage.files.put('team/small', 'digest', Buffer.from('x'))
  await service.storage.files.put('team/large', 'digest', Buffer.from('xxx'))
  await service.storage.files.put('other/app', 'digest', Buffer.from('xxxxx'))
  const { key } = await service.createUser({ entity: 'team' })

  const { projects } = await service.call(measureStorage, {}, { key })

  expect(projects).toEqual([
    expect.objectContaining({ project_id: 'team/large', files_bytes: 3, total_bytes: 3 }),
    expect.objectContaining({ project_id: 'team/small', files_bytes: 1, total_bytes: 1 }),
  ])
})
