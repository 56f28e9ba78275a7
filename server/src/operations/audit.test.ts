import { queryAuditLog } from '@heddle/contract/audit'
import { closeCalls, deleteCalls } from '@heddle/contract/calls'
import { setRetention } from '@heddle/contract/projects'
import { addUser, createKey, removeMember, removeUser, revokeKey, setMember } from '@heddle/contract/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeRequest } from '../testing/encode-request.ts'
import { openService, type Service, startService } from '../testing/service.ts'
import { allOperations } from './all.ts'
import { deletesData } from './audit.ts'

const actionsIn = async (service: Service, search: object = {}) => {
  const { entries } = await service.call(queryAuditLog, search)
  return entries.map(({ action, target }) => `${action} ${target}`).reverse()
}

test('changes of users, roles, keys and retention are in the log, with who made them', async () => {
  const service = await startService()
  const ada = await service.call(addUser, { name: 'ada' })
  await service.call(setMember, { user_name: 'ada', entity: 'team', role: 'viewer' })
  const { key, record } = await service.call(createKey, { user_name: 'ada', name: 'laptop', scope: 'read' })
  await service.call(revokeKey, { key_id: record.id })
  await service.call(setRetention, { project_id: 'team/app', retention_days: 30 })
  await service.call(removeMember, { user_name: 'ada', entity: 'team' })
  await service.call(removeUser, { user_id: ada.id })

  expect(await actionsIn(service)).toEqual([
    'user.add ada',
    'role.grant ada',
    `key.create ${record.id}`,
    `key.revoke ${record.id}`,
    'retention.set team/app',
    'role.revoke ada',
    'user.remove ada',
  ])
  const { entries } = await service.call(queryAuditLog, { action: 'key.create' })
  expect(entries).toMatchObject([
    {
      via: 'api',
      actor_id: service.admin.id,
      actor_name: service.admin.name,
      details: { user_name: 'ada', name: 'laptop', scope: 'read' },
    },
  ])
  expect(JSON.stringify(entries)).not.toContain(key)
})

test('a change that is refused is not in the log', async () => {
  const service = await startService()

  await service.post(addUser.path, { name: service.admin.name })
  await service.post(removeUser.path, { user_id: service.admin.id })
  await service.post(revokeKey.path, { key_id: 'unknown' })
  await service.post(setMember.path, { user_name: 'nobody', entity: 'team', role: 'admin' })

  expect(await actionsIn(service)).toEqual([])
})

test('an admin of an entity reads what happened there, and nothing else', async () => {
  const service = await startService()
  const { key } = await service.createUser({ entity: 'team', role: 'admin' })
  const { key: editor } = await service.createUser({ entity: 'team', role: 'editor' })
  for (const project_id of ['team/app', 'other/app']) {
    await service.call(setRetention, { project_id, retention_days: 30 })
  }

  const { entries } = await service.call(queryAuditLog, { entity: 'team' }, { key })

  expect(entries.map(({ project_id }) => project_id)).toEqual(['team/app'])
  for (const [search, whose] of [
    [{}, key],
    [{ entity: 'other' }, key],
    [{ project_id: 'other/app' }, key],
    [{ entity: 'team' }, editor],
  ] as const) {
    expect(await service.post(queryAuditLog.path, search, { key: whose })).toMatchObject({ status: 403 })
  }
  const both = await service.call(queryAuditLog, { entity: 'team', project_id: 'other/app' }, { key })
  expect(both.entries).toEqual([])
})

test('the log is read page by page, without gaps', async () => {
  const service = await startService({ now: () => 1_750_000_000_000_000 })
  for (const retention_days of [1, 2, 3, 4, 5]) {
    await service.call(setRetention, { project_id: 'team/app', retention_days })
  }
  const days: unknown[] = []
  let cursor: string | null | undefined

  while (cursor !== null) {
    const page = await service.call(queryAuditLog, { limit: 2, ...(cursor && { cursor }) })
    days.push(...page.entries.map(({ details }) => details.retention_days))
    cursor = page.next_cursor
  }

  expect(days).toEqual([5, 4, 3, 2, 1])
  expect(await service.post(queryAuditLog.path, { cursor: 'x' })).toMatchObject({ status: 400 })
})

test('long lists in a request are truncated, and hostile names are kept', async () => {
  const service = await startService()
  const call_ids = Array.from({ length: 500 }, (_, index) => `__proto__${index}`)

  await service.call(deleteCalls, { project_id: 'team/app', call_ids })

  const { entries } = await service.call(queryAuditLog, {})
  expect(entries[0]?.details).toMatchObject({ call_ids: call_ids.slice(0, 100), call_ids_count: 500 })
})

test('calls that are closed together are in the log', async () => {
  const service = await startService()

  await service.call(closeCalls, { project_id: 'team/app', call_ids: ['a', 'b'] })

  const { entries } = await service.call(queryAuditLog, { action: 'calls.close' })
  expect(entries).toMatchObject([
    { project_id: 'team/app', actor_id: service.admin.id, details: { call_ids: ['a', 'b'] } },
  ])
})

const deletions = allOperations.filter((each) => deletesData(each) && each.gate.access === 'write')

describe('every route that deletes data', () => {
  let service: Service
  beforeAll(async () => {
    service = await openService()
  })
  afterAll(() => service.close())

  test.each(deletions.map(({ endpoint }) => ({ endpoint })))(
    '$endpoint.method $endpoint.path is in the log',
    async ({ endpoint }) => {
      await service.request(await encodeRequest(endpoint, endpoint.example))

      const { entries } = await service.call(queryAuditLog, { action: 'data.delete', limit: 1 })
      expect(entries[0]).toMatchObject({ target: endpoint.path, actor_id: service.admin.id })
    },
  )

  test('there are such routes for calls, objects, feedback, prices, queues, spans and evaluations', () => {
    expect(deletions.length).toBeGreaterThanOrEqual(11)
  })
})
