import { describe, expect, test } from 'vitest'
import { ANONYMOUS, type Caller } from '../../domain/accounts/access.ts'
import type { Role } from '../../domain/accounts/account.ts'
import { clientInitReply, rootFields } from './client-init.ts'

const member = (...roles: [entity: string, role: Role][]): Caller => ({
  ...ANONYMOUS,
  user: { ...ANONYMOUS.user, name: 'ada' },
  scope: 'all',
  memberships: roles.map(([entity, role]) => ({ user_id: 'ada', entity, role })),
})

describe('the root fields of a query', () => {
  test.each([
    ['query DefaultEntity { viewer { username defaultEntity { name } } }', ['viewer']],
    ['{viewer{username}project(name:"p"){name}}', ['viewer', 'project']],
    [
      'query Project($name: String!, $entityName: String!) {\n  project(name: $name, entityName: $entityName) { name }\n}',
      ['project'],
    ],
    [
      'mutation UpsertModel($name: String!) { upsertModel(input: {name: $name, id: ")"}) { model { name } } }',
      ['upsertModel'],
    ],
    ['{ a # { b\n }', ['a']],
    ['{ a(text: "\\"{ b }") }', ['a']],
    ['{ a(text: "{ b \\', ['a']],
    ['{ a(text: "\\\n") c }', ['a', 'c']],
    ['', []],
    ['}}}((', []],
  ])('of %s are %j', (query, fields) => {
    expect([...rootFields(query)]).toEqual(fields)
  })
})

test('a long query with a string that never ends is read once', { timeout: 5_000 }, () => {
  const hostile = '{ viewer "'.concat('\\"'.repeat(60_000))

  expect([...rootFields(hostile)]).toEqual(['viewer'])
})

test('a key that only writes may start a client', () => {
  const writer: Caller = { ...member(['team', 'editor']), scope: 'write' }
  const variables = { name: 'app', entityName: 'team' }

  expect(clientInitReply({ query: '{ project { name } }', variables }, writer)).toEqual({
    data: { project: { name: 'app' } },
  })
})
