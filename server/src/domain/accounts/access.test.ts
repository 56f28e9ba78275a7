import { describe, expect, test } from 'vitest'
import { ANONYMOUS, type Caller, defaultEntity, mayAccess } from './access.ts'
import type { Role } from './account.ts'

const caller = (over: Partial<Caller> = {}): Caller => ({
  user: { id: 'u1', name: 'ada', server_admin: false, created_at: 0 },
  memberships: [],
  scope: 'all',
  project_id: null,
  key_expires_at: null,
  ...over,
})
const memberOf = (entity: string, role: Role, over: Partial<Caller> = {}) =>
  caller({ memberships: [{ user_id: 'u1', entity, role }], ...over })

const serverAdmin = { id: 'u0', name: 'admin', server_admin: true, created_at: 0 }

test.each([
  ['viewer', 'read', true],
  ['viewer', 'write', false],
  ['editor', 'read', true],
  ['editor', 'write', true],
  ['admin', 'read', true],
  ['admin', 'write', true],
] as const)('%s may %s in its entity: %s', (role, access, allowed) => {
  expect(mayAccess(memberOf('team', role), access, 'team/app')).toBe(allowed)
})

test('a role in one entity gives no access to another, not even to one with the same prefix', () => {
  const member = memberOf('team', 'admin')

  expect(mayAccess(member, 'read', 'team2/app')).toBe(false)
  expect(mayAccess(member, 'read', 'other/team')).toBe(false)
})

test('an admin of the server may do everything everywhere', () => {
  const admin = caller({ user: serverAdmin })

  expect(mayAccess(admin, 'read', 'any/app')).toBe(true)
  expect(mayAccess(admin, 'write', 'any/app')).toBe(true)
})

test('the scope of a key narrows even an admin of the server', () => {
  const readOnly = caller({ user: serverAdmin, scope: 'read' })
  const writeOnly = caller({ user: serverAdmin, scope: 'write' })

  expect(mayAccess(readOnly, 'write', 'team/app')).toBe(false)
  expect(mayAccess(writeOnly, 'read', 'team/app')).toBe(false)
  expect(mayAccess(writeOnly, 'write', 'team/app')).toBe(true)
})

test('a key for one project gives access to no other, and to its own only as far as the role goes', () => {
  const viewer = memberOf('team', 'viewer', { project_id: 'team/app' })

  expect(mayAccess(viewer, 'read', 'team/app')).toBe(true)
  expect(mayAccess(viewer, 'write', 'team/app')).toBe(false)
  expect(mayAccess(viewer, 'read', 'team/other')).toBe(false)
})

test('the anonymous caller has access to no project', () => {
  expect(mayAccess(ANONYMOUS, 'read', 'anonymous/app')).toBe(false)
})

const member = (...roles: readonly [entity: string, role: Role][]) =>
  caller({ memberships: roles.map(([entity, role]) => ({ user_id: 'u1', entity, role })) })

describe('the default entity is', () => {
  test('the first one by name that the user may write to', () => {
    expect(defaultEntity(member(['a', 'viewer'], ['c', 'admin'], ['b', 'editor']))).toBe('b')
  })

  test('one that the user may only read if there is no other', () => {
    expect(defaultEntity(member(['z', 'viewer'], ['y', 'viewer']))).toBe('y')
  })

  test('that of the only project of the key', () => {
    expect(defaultEntity({ ...member(['a', 'editor']), project_id: 'team/app' })).toBe('team')
  })

  test('named like the user for a server admin without memberships', () => {
    expect(defaultEntity(caller({ user: serverAdmin }))).toBe('admin')
  })

  test('unknown without memberships', () => {
    expect(defaultEntity(member())).toBeNull()
  })
})
