import type { KeyScope } from '../domain/account.ts'
import { hashApiKey, newApiKey } from '../domain/api-key.ts'
import { createIdSource } from '../domain/id.ts'
import { checkProjectId } from '../domain/project.ts'
import { formatDateTime, nowMicros } from '../domain/time.ts'
import { findUser, withAccounts } from './accounts.ts'
import { columns } from './columns.ts'
import type { Command } from './command.ts'
import { UsageError } from './usage-error.ts'

const list: Command = {
  words: ['keys', 'list'],
  parameters: [],
  flags: {},
  summary: 'Show all keys; never the keys themselves',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const rows = [['ID', 'USER', 'NAME', 'SCOPE', 'PROJECT', 'SINCE']]
      for (const user of await accounts.users()) {
        for (const key of await accounts.keys(user.id)) {
          const { id, name, scope, project_id, created_at } = key
          rows.push([id, user.name, name, scope, project_id ?? 'all', formatDateTime(created_at)])
        }
      }
      for (const line of columns(rows)) invocation.world.print(line)
    }),
}

const create: Command = {
  words: ['keys', 'create'],
  parameters: ['USER'],
  flags: { name: { type: 'string' }, scope: { type: 'string' }, project: { type: 'string' } },
  summary: 'Make a key and show it once; --scope read or write, --project entity/project',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const scope = readScope(invocation.text('scope') ?? 'all')
      const project_id = invocation.text('project') ?? null
      if (project_id !== null) checkProjectId(project_id)
      const user = await findUser(accounts, invocation.word('USER'))
      const key = newApiKey()
      await accounts.putKey({
        id: createIdSource()(),
        user_id: user.id,
        name: invocation.text('name') ?? '',
        hash: hashApiKey(key),
        scope,
        project_id,
        created_at: nowMicros(),
      })
      invocation.world.note(`A key for ${user.name}. It is not shown again:`)
      invocation.world.print(key)
    }),
}

const revoke: Command = {
  words: ['keys', 'revoke'],
  parameters: ['ID'],
  flags: {},
  summary: 'Make a key stop working, within a second',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const id = invocation.word('ID')
      const users = await accounts.users()
      const keys = await Promise.all(users.map((user) => accounts.keys(user.id)))
      if (!keys.flat().some((key) => key.id === id)) throw new UsageError(`There is no key with the id ${id}`)
      await accounts.removeKey(id)
      invocation.world.note(`Revoked ${id}`)
    }),
}

export const keyCommands: readonly Command[] = [list, create, revoke]

function readScope(text: string): KeyScope {
  if (text === 'all' || text === 'read' || text === 'write') return text
  throw new UsageError(`A scope is all, read or write, not ${JSON.stringify(text)}`)
}
