import type { Membership, Role, User } from '../domain/account.ts'
import { createIdSource } from '../domain/id.ts'
import { formatDateTime, nowMicros } from '../domain/time.ts'
import { findUser, withAccounts } from './accounts.ts'
import { columns } from './columns.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage-error.ts'

const list: Command = {
  words: ['users', 'list'],
  parameters: [],
  flags: {},
  summary: 'Show everyone and what they may do',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const rows = [['NAME', 'MAY', 'SINCE']]
      for (const user of await accounts.users()) {
        rows.push([
          user.name,
          rightsOf(user, await accounts.memberships(user.id)),
          formatDateTime(user.created_at),
        ])
      }
      for (const line of columns(rows)) invocation.world.print(line)
    }),
}

const add: Command = {
  words: ['users', 'add'],
  parameters: ['NAME'],
  flags: { admin: { type: 'boolean' } },
  summary: 'Add a user; --admin may do everything',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const name = readName(invocation.word('NAME'))
      const users = await accounts.users()
      if (users.some((user) => user.name === name)) throw new UsageError(`There is a user ${name} already`)
      const id = createIdSource()()
      await accounts.putUser({ id, name, server_admin: invocation.has('admin'), created_at: nowMicros() })
      invocation.world.note(`Added ${name}. Give them a key: heddle keys create ${name}`)
    }),
}

const remove: Command = {
  words: ['users', 'remove'],
  parameters: ['NAME'],
  flags: {},
  summary: 'Remove a user with all their keys; what they wrote stays',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const user = await findUser(accounts, invocation.word('NAME'))
      await accounts.removeUser(user.id)
      invocation.world.note(`Removed ${user.name}`)
    }),
}

const grant: Command = {
  words: ['users', 'grant'],
  parameters: ['NAME', 'ENTITY', 'ROLE'],
  flags: {},
  summary: 'Make a user viewer, editor or admin of an entity',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const entity = readEntity(invocation.word('ENTITY'))
      const role = readRole(invocation.word('ROLE'))
      const user = await findUser(accounts, invocation.word('NAME'))
      await accounts.putMembership({ user_id: user.id, entity, role })
      invocation.world.note(`${user.name} is now ${role} of ${entity}`)
    }),
}

const revoke: Command = {
  words: ['users', 'revoke'],
  parameters: ['NAME', 'ENTITY'],
  flags: {},
  summary: 'Take a user out of an entity',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const user = await findUser(accounts, invocation.word('NAME'))
      await accounts.removeMembership(user.id, invocation.word('ENTITY'))
      invocation.world.note(`${user.name} has no role in ${invocation.word('ENTITY')} any more`)
    }),
}

export const userCommands: readonly Command[] = [list, add, remove, grant, revoke]

function rightsOf(user: User, memberships: readonly Membership[]): string {
  if (user.server_admin) return 'everything'
  return memberships.map(({ entity, role }) => `${role} of ${entity}`).join(', ') || 'nothing yet'
}

function readName(text: string): string {
  if (/^[\w.@-]{1,64}$/.test(text)) return text
  throw new UsageError(`A name is up to 64 letters, digits and . _ - @, not ${JSON.stringify(text)}`)
}

function readEntity(text: string): string {
  if (text !== '' && !text.includes('/')) return text
  throw new UsageError(`An entity is the part of a project id before the slash, not ${JSON.stringify(text)}`)
}

function readRole(text: string): Role {
  if (text === 'viewer' || text === 'editor' || text === 'admin') return text
  throw new UsageError(`A role is viewer, editor or admin, not ${JSON.stringify(text)}`)
}
