import { nowMicros } from '../clock.ts'
import type { KeyScope } from '../domain/accounts/account.ts'
import { createKey, findUser, keysOf, revokeKey } from '../operations/settings/accounts.ts'
import { keyView } from '../operations/settings/keys.ts'
import { MICROS_PER_DAY, type Micros, parseDateTime } from '../time.ts'
import { CommandLineError } from '../usage-error.ts'
import { LIST_FLAGS, printList } from './columns.ts'
import type { Command } from './command.ts'
import { withAccounts } from './open-storage.ts'

const HEADING = ['ID', 'USER', 'NAME', 'SCOPE', 'PROJECT', 'SINCE', 'EXPIRES', 'LAST USED']

const list: Command = {
  words: ['keys', 'list'],
  parameters: [],
  flags: LIST_FLAGS,
  summary: 'List all keys, without their secrets',
  run: (invocation) =>
    withAccounts(invocation, async (accounts) => {
      const keys = (await keysOf(accounts, await accounts.users())).map(keyView)
      printList(invocation, HEADING, keys, {
        cells: ({ id, user_name, name, scope, project_id, created_at, expires_at, last_used_at }) => [
          id,
          user_name,
          name,
          scope,
          project_id ?? 'all',
          created_at,
          expires_at ?? 'never',
          last_used_at ?? 'never',
        ],
        record: ({ user_id, ...key }) => key,
      })
    }),
}

const create: Command = {
  words: ['keys', 'create'],
  parameters: ['USER'],
  flags: {
    name: { type: 'string', value: 'NAME', help: 'What the list of keys calls it' },
    scope: { type: 'string', value: 'SCOPE', help: 'all, read or write (all)' },
    project: { type: 'string', value: 'ENTITY/PROJECT', help: 'The only project it opens' },
    expires: {
      type: 'string',
      value: 'DAYS|TIME',
      help: 'When it stops working: 90d, or 2026-12-31 (never)',
    },
  },
  summary: 'Create a key and print it once',
  run: (invocation) =>
    withAccounts(invocation, async (accounts, editor) => {
      const scope = readScope(invocation.text('scope') ?? 'all')
      const user = await findUser(accounts, invocation.word('USER'))
      const { key } = await createKey(editor, user, {
        name: invocation.text('name'),
        scope,
        project_id: invocation.text('project'),
        expires_at: readExpiry(invocation.text('expires')),
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
    withAccounts(invocation, async (accounts, editor) => {
      const id = invocation.word('ID')
      await revokeKey(editor, await accounts.users(), id)
      invocation.context.note(`Revoked ${id}`)
    }),
}

export const keyCommands: readonly Command[] = [list, create, revoke]

/** A number of days from now, or an instant. */
function readExpiry(text: string | undefined): Micros | undefined {
  if (text === undefined) return undefined
  const days = /^\d{1,5}d$/.test(text) ? Number(text.slice(0, -1)) : undefined
  const instant = days === undefined ? parseDateTime(text) : nowMicros() + days * MICROS_PER_DAY
  if (instant !== undefined && Number.isSafeInteger(instant)) return instant
  throw new CommandLineError(
    `--expires must be a number of days such as 90d, a date or a time, not ${JSON.stringify(text)}`,
  )
}

function readScope(text: string): KeyScope {
  if (text === 'all' || text === 'read' || text === 'write') return text
  throw new CommandLineError(`The scope must be all, read or write, not ${JSON.stringify(text)}`)
}
