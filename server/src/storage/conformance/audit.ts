import { expect, test } from 'vitest'
import type { AuditEntry } from '../../domain/accounts/audit.ts'
import type { Storage } from '../port.ts'
import { newProjectId, newUser } from './rows.ts'

export const newAuditEntry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  at: 1_000,
  id: newUser().id,
  via: 'api',
  actor_id: 'ada-id',
  actor_name: 'ada',
  action: 'data.delete',
  entity: 'team',
  project_id: 'team/app',
  target: '/calls/delete',
  details: '{"call_ids":["a"]}',
  ...fields,
})

export function auditGuarantees(storage: () => Storage): void {
  test('entries are found newest first, page by page, by each field', async () => {
    const { audit } = storage()
    const project_id = newProjectId()
    const [old, middle, recent] = [1_000, 2_000, 2_000].map((at) => newAuditEntry({ at, project_id }))
    const other = newAuditEntry({
      at: 3_000,
      project_id,
      entity: 'elsewhere',
      action: 'retention.set',
      actor_name: 'grace',
      via: 'cli',
      actor_id: null,
    })
    for (const entry of [middle, other, old, recent, old]) if (entry) await audit.append(entry)

    const found = (search: object) => audit.find({ project_id, limit: 10, ...search })

    expect(await found({})).toEqual([other, recent, middle, old])
    expect(await found({ limit: 2 })).toEqual([other, recent])
    expect(await found({ before: recent })).toEqual([middle, old])
    expect(await found({ since: 2_000, entity: 'team' })).toEqual([recent, middle])
    expect(await found({ action: 'retention.set' })).toEqual([other])
    expect(await found({ actor_name: 'grace' })).toEqual([other])
    expect(await found({ entity: 'nowhere' })).toEqual([])
  })

  test('an entry outlives the user and the project it is about', async () => {
    const { accounts, audit } = storage()
    const user = newUser()
    const entry = newAuditEntry({ actor_id: user.id, project_id: newProjectId() })
    await accounts.putUser(user)
    await audit.append(entry)

    await accounts.removeUser(user.id)

    expect(await audit.find({ project_id: entry.project_id ?? '', limit: 10 })).toEqual([entry])
  })

  test('an entry cannot be changed by another one with its key', async () => {
    const { audit } = storage()
    const entry = newAuditEntry({ project_id: newProjectId() })
    await audit.append(entry)

    await audit.append({ ...entry, target: 'something else' })

    expect(await audit.find({ project_id: entry.project_id ?? '', limit: 10 })).toEqual([entry])
  })
}
