import type { KeyScope } from '../domain/accounts/account.ts'
import { createKey, findUser, keysOf, revokeKey } from '../operations/settings/accounts.ts'
import { formatDateTime } from '../time.ts'
import { UsageError } from '../usage-error.ts'
import { maker, withAccounts } from './accounts.ts'
import { columns } from './columns.ts'
import type { Command } from './command.ts'

const list: Command = {
  words: ['keys', 'list'],
  parameters: [],
  flags: {},
  summary: 'List all keys, without their secrets',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const rows = [['ID', 'USER', 'NAME', 'SCOPE', 'PROJECT', 'SINCE']]
      for (const key of await keysOf(accounts, await accounts.users())) {
        const { id, user_name, name, scope, project_id, created_at } = key
        rows.push([id, user_name, name, scope, project_id ?? 'all', formatDateTime(created_at)])
      }
      for (const line of columns(rows)) invocation.context.print(line)
    }),
}

const create: Command = {
  words: ['keys', 'create'],
  parameters: ['USER'],
  flags: { name: { type: 'string' }, scope: { type: 'string' }, project: { type: 'string' } },
  summary: 'Create a key and print it once; --scope read or write, --project entity/project',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const scope = readScope(invocation.text('scope') ?? 'all')
      const user = await findUser(accounts, invocation.word('USER'))
      const { key } = await createKey(accounts, maker, user, {
        name: invocation.text('name'),
        scope,
        project_id: invocation.text('project'),
      })
      invocation.context.note(`API key for ${user.name}. It will not be shown again:`)
      invocation.context.print(key)
    }),
}

const revoke: Command = {
  words: ['keys', 'revoke'],
  parameters: ['ID'],
  flags: {},
  summary: 'Revoke a key; takes effect within a second',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const id = invocation.word('ID')
      await revokeKey(accounts, await accounts.users(), id)
      invocation.context.note(`Revoked ${id}`)
    }),
}

export const keyCommands: readonly Command[] = [list, create, revoke]

function readScope(text: string): KeyScope {
  if (text === 'all' || text === 'read' || text === 'write') return text
  throw new UsageError(`A scope is all, read or write, not ${JSON.stringify(text)}`)
}
