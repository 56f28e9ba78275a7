import type { Membership, Role, User } from '../domain/accounts/account.ts'
import {
  addUser,
  everyone,
  findUser,
  grantRole,
  removeUser,
  revokeRole,
} from '../operations/settings/accounts.ts'
import { formatDateTime } from '../time.ts'
import { CommandLineError } from '../usage-error.ts'
import { LIST_FLAGS, printList } from './columns.ts'
import type { Command } from './command.ts'
import { withAccounts } from './open-storage.ts'

const list: Command = {
  words: ['users', 'list'],
  parameters: [],
  flags: LIST_FLAGS,
  summary: 'List all users and their roles',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const users = await everyone(accounts)
      printList(invocation, ['NAME', 'MAY', 'SINCE'], users, {
        cells: (user) => [user.name, rightsOf(user, user.memberships), formatDateTime(user.created_at)],
        record: ({ id, name, server_admin, created_at, memberships }) => ({
          id,
          name,
          server_admin,
          created_at: formatDateTime(created_at),
          roles: memberships.map(({ entity, role }) => ({ entity, role })),
        }),
      })
    }),
}

const add: Command = {
  words: ['users', 'add'],
  parameters: ['NAME'],
  flags: { admin: { type: 'boolean', help: 'Make them a server admin, who may do everything' } },
  summary: 'Add a user',
  run: (invocation) =>
    withAccounts(invocation, async (_, editor) => {
      const name = invocation.word('NAME')
      await addUser(editor, { name, server_admin: invocation.has('admin') })
      invocation.context.note(`Added ${name}. Give them a key: npx heddle keys create ${shellWord(name)}`)
    }),
}

const remove: Command = {
  words: ['users', 'remove'],
  parameters: ['NAME'],
  flags: {},
  summary: 'Remove a user and their keys; their data stays',
  run: (invocation) =>
    withAccounts(invocation, async (accounts, editor) => {
      const user = await findUser(accounts, invocation.word('NAME'))
      await removeUser(editor, user)
      invocation.context.note(`Removed ${user.name}`)
    }),
}

const grant: Command = {
  words: ['users', 'grant'],
  parameters: ['NAME', 'ENTITY', 'ROLE'],
  flags: {},
  summary: 'Give a user a role in an entity: viewer, editor or admin',
  run: (invocation) =>
    withAccounts(invocation, async (_, editor) => {
      const user_name = invocation.word('NAME')
      const entity = invocation.word('ENTITY')
      const role = readRole(invocation.word('ROLE'))
      await grantRole(editor, { user_name, entity, role })
      invocation.context.note(`${user_name} is now ${role} of ${entity}`)
    }),
}

const revoke: Command = {
  words: ['users', 'revoke'],
  parameters: ['NAME', 'ENTITY'],
  flags: {},
  summary: "Remove a user's role in an entity",
  run: (invocation) =>
    withAccounts(invocation, async (_, editor) => {
      const [name, entity] = [invocation.word('NAME'), invocation.word('ENTITY')]
      await revokeRole(editor, name, entity)
      invocation.context.note(`${name} has no role in ${entity} any more`)
    }),
}

export const userCommands: readonly Command[] = [list, add, remove, grant, revoke]

/** A name as a word of a shell's command line. */
const shellWord = (name: string): string =>
  /^[\w.@+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`

function rightsOf(user: User, memberships: readonly Membership[]): string {
  if (user.server_admin) return 'everything'
  return memberships.map(({ entity, role }) => `${role} of ${entity}`).join(', ') || 'nothing yet'
}

function readRole(text: string): Role {
  if (text === 'viewer' || text === 'editor' || text === 'admin') return text
  throw new CommandLineError(`The role must be viewer, editor or admin, not ${JSON.stringify(text)}`)
}
