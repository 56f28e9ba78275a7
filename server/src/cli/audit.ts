import { AUDIT_ACTIONS } from '@heddle/contract/audit-actions'
import { entryView } from '../operations/audit.ts'
import { CommandLineError } from '../usage-error.ts'
import { LIST_FLAGS, printList } from './columns.ts'
import type { Command } from './command.ts'
import { readInstant } from './flags.ts'
import { withStorage } from './open-storage.ts'

const COUNT = 100

export const auditList: Command = {
  words: ['audit', 'list'],
  parameters: [],
  flags: {
    entity: { type: 'string', value: 'ENTITY', help: 'Only changes in this entity' },
    project: { type: 'string', value: 'ENTITY/PROJECT', help: 'Only changes in this project' },
    user: { type: 'string', value: 'NAME', help: 'Only changes by this user' },
    action: { type: 'string', value: 'ACTION', help: `One of ${AUDIT_ACTIONS.join(', ')}` },
    since: { type: 'string', value: 'TIME', help: 'Not before: 2026-01-31, or a time' },
    limit: { type: 'string', value: 'COUNT', help: `How many, newest first (${COUNT})` },
    ...LIST_FLAGS,
  },
  summary: 'List who changed users, roles, keys or settings of projects, deleted data or closed calls',
  run: (invocation) =>
    withStorage(invocation, async ({ audit }) => {
      const since = invocation.text('since')
      const entries = await audit.find({
        entity: invocation.text('entity'),
        project_id: invocation.text('project'),
        actor_name: invocation.text('user'),
        action: readAction(invocation.text('action')),
        since: since === undefined ? undefined : readInstant('--since', since),
        limit: readCount(invocation.text('limit')),
      })
      printList(invocation, ['AT', 'WHO', 'VIA', 'ACTION', 'TARGET', 'DETAILS'], entries.map(entryView), {
        cells: ({ at, actor_name, via, action, entity, project_id, target, details }) => [
          at,
          actor_name,
          via,
          action,
          [...new Set([project_id ?? entity ?? target, target])].join(' '),
          JSON.stringify(details).slice(0, 200),
        ],
        record: (entry) => entry,
      })
    }),
}

function readAction(text: string | undefined): string | undefined {
  if (text === undefined || AUDIT_ACTIONS.some((action) => action === text)) return text
  throw new CommandLineError(
    `--action must be one of ${AUDIT_ACTIONS.join(', ')}, not ${JSON.stringify(text)}`,
  )
}

function readCount(text: string | undefined): number {
  if (text === undefined) return COUNT
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new CommandLineError(`--limit must be a positive whole number, not ${JSON.stringify(text)}`)
}
