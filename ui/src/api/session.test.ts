import type { SessionReply } from '@heddle/contract/session'
import { expect, test } from 'vitest'
import { isServerAdmin, mayAdminister, readOnlyReason } from './session.ts'

const session: SessionReply = {
  user: { id: 'u', name: 'ada', server_admin: false },
  memberships: [
    { entity: 'team', role: 'viewer' },
    { entity: 'lab', role: 'editor' },
  ],
  scope: 'all',
  project_id: null,
}

test('a viewer sees why a project is read-only, and an editor can write to their own entity', () => {
  expect(readOnlyReason(session, 'team/app')).toBe('You are a viewer in this project')
  expect(readOnlyReason(session, 'lab/app')).toBeUndefined()
  expect(readOnlyReason(session, 'laboratory/app')).toBe('You have no role in this project')
})

test('a server admin needs no role, but a key with write access', () => {
  const admin = { ...session, user: { ...session.user, server_admin: true } }

  expect(readOnlyReason(admin, 'team/app')).toBeUndefined()
  expect(readOnlyReason({ ...admin, scope: 'read' }, 'team/app')).toContain('key')
})

test('only entity admins with an unrestricted key manage members', () => {
  const admin = { ...session, memberships: [{ entity: 'team', role: 'admin' as const }] }

  expect(mayAdminister(session, 'team')).toBe(false)
  expect(mayAdminister(admin, 'team')).toBe(true)
  expect(mayAdminister(admin, 'lab')).toBe(false)
  expect(mayAdminister({ ...admin, scope: 'read' }, 'team')).toBe(false)
  expect(mayAdminister({ ...admin, project_id: 'team/app' }, 'team')).toBe(false)
})

test('only server admins with an unrestricted key manage the server', () => {
  const admin = { ...session, user: { ...session.user, server_admin: true } }

  expect(isServerAdmin(session)).toBe(false)
  expect(isServerAdmin(admin)).toBe(true)
  expect(isServerAdmin({ ...admin, scope: 'read' })).toBe(false)
  expect(isServerAdmin({ ...admin, project_id: 'team/app' })).toBe(false)
  expect(mayAdminister({ ...admin, project_id: 'team/app' }, 'team')).toBe(false)
  expect(isServerAdmin(null)).toBe(false)
})
