import type { SessionReply } from '@heddle/contract/session'
import { expect, test } from 'vitest'
import { mayAdminister, readOnlyReason } from './session.ts'

const session: SessionReply = {
  user: { id: 'u', name: 'ada', server_admin: false },
  memberships: [
    { entity: 'team', role: 'viewer' },
    { entity: 'lab', role: 'editor' },
  ],
  scope: 'all',
  project_id: null,
}

test('a viewer is told why nothing can be changed, an editor of another entity can change things there', () => {
  expect(readOnlyReason(session, 'team/app')).toBe('You are a viewer in this project')
  expect(readOnlyReason(session, 'lab/app')).toBeUndefined()
  expect(readOnlyReason(session, 'laboratory/app')).toBe('You have no role in this project')
})

test('a server admin needs no role, but a key that may write', () => {
  const admin = { ...session, user: { ...session.user, server_admin: true } }

  expect(readOnlyReason(admin, 'team/app')).toBeUndefined()
  expect(readOnlyReason({ ...admin, scope: 'read' }, 'team/app')).toContain('key')
})

test('members are for admins of their entity to decide, with a key that was not narrowed', () => {
  const admin = { ...session, memberships: [{ entity: 'team', role: 'admin' as const }] }

  expect(mayAdminister(session, 'team')).toBe(false)
  expect(mayAdminister(admin, 'team')).toBe(true)
  expect(mayAdminister(admin, 'lab')).toBe(false)
  expect(mayAdminister({ ...admin, scope: 'read' }, 'team')).toBe(false)
  expect(mayAdminister({ ...admin, project_id: 'team/app' }, 'team')).toBe(false)
})
