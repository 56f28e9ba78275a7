import { expect, test } from 'vitest'
import { admissionOf, parseClaimRules } from './single-sign-on.ts'

const rules = (text: string) => parseClaimRules(text) ?? []

test('rules give the highest role in each entity', () => {
  const policy = {
    domains: [],
    rules: rules('*:team/viewer, groups=a:team/admin, groups=a:lab/viewer, dept=it:lab/editor'),
  }
  const claims = { email: 'Ada@Example.org', groups: ['a', 'b'], dept: 'it' }

  expect(admissionOf(claims, policy)).toEqual({
    name: 'ada@example.org',
    server_admin: false,
    roles: [
      { entity: 'team', role: 'admin' },
      { entity: 'lab', role: 'editor' },
    ],
  })
})

test('claims that are inherited or of another type match nothing', () => {
  const policy = { domains: [], rules: rules('constructor=x:a/viewer, groups=a:admin, toString=:b/viewer') }

  expect(admissionOf({ email: 'a@b', groups: 'ab' }, policy)).toMatchObject({
    server_admin: false,
    roles: [],
  })
})

test.each([
  ['no address', {}],
  ['an address that is none', { email: 'ada' }],
  ['an address that is not verified', { email: 'a@example.org', email_verified: false }],
  ['an address of another domain', { email: 'a@example.org.evil.org' }],
])('%s is refused', (_, claims) => {
  const policy = { domains: ['example.org'], rules: [] }

  expect(() => admissionOf(claims, policy)).toThrow(expect.objectContaining({ code: 'forbidden' }))
})

test.each([
  "O'Brien@example.org",
  'a!#$%&*+=?^_`{|}~-b@example.org',
  'jürgen@bücher.example',
  '用户@例子.广告',
  `${'x'.repeat(240)}@example.org`,
])('somebody with the address %s may sign in', (email) => {
  expect(admissionOf({ email }, { domains: [], rules: [] }).name).toBe(email.toLowerCase())
})

test.each([
  ['a slash', 'a/b@example.org'],
  ['a control character', 'a\u0007b@example.org'],
  ['a zero-width space', 'a\u200bda@example.org'],
  ['a character that turns the direction of text', 'a\u202eda@example.org'],
  ['quotes', '"ada"@example.org'],
  ['a Kelvin sign', '\u212aate@example.org'],
  ['too many characters', `${'x'.repeat(250)}@example.org`],
])('an address with %s is refused', (_, email) => {
  expect(() => admissionOf({ email }, { domains: [], rules: [] })).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  )
})

test('values of claims may have colons and slashes', () => {
  expect(parseClaimRules('role=urn:x/y:team/viewer')).toEqual([
    { claim: { name: 'role', value: 'urn:x/y' }, grants: { entity: 'team', role: 'viewer' } },
  ])
})

test.each([
  'team/editor',
  'groups:team/editor',
  'groups=a:team',
  'groups=a:team/owner',
  '*:admin',
  '=a:team/viewer',
])('%s is not a rule', (text) => {
  expect(parseClaimRules(text)).toBeUndefined()
})
