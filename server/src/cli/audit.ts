import { AUDIT_ACTIONS } from '../domain/accounts/audit.ts'
import { entryView } from '../operations/audit.ts'
import { CommandLineError } from '../usage-error.ts'
import { withStorage } from './accounts.ts'
import { LIST_FLAGS, printList } from './columns.ts'
import type { Command } from './command.ts'

const COUNT = 100

export const auditList: Command = {
  words: ['audit', 'list'],
  parameters: [],
  flags: {
    entity: { type: 'string', value: 'ENTITY', help: 'Only changes in this entity' },
    project: { type: 'string', value: 'ENTITY/PROJECT', help: 'Only changes in this project' },
    user: { type: 'string', value: 'NAME', help: 'Only changes by this user' },
    action: { type: 'string', value: 'ACTION', help: `One of ${AUDIT_ACTIONS.join(', ')}` },
    limit: { type: 'string', value: 'COUNT', help: `How many, newest first (${COUNT})` },
    ...LIST_FLAGS,
  },
  summary: 'List who changed users, roles, keys, retention or redaction rules, deleted data or closed calls',
  run: (invocation) =>
    withStorage(invocation, async ({ audit }) => {
      const entries = await audit.find({
        entity: invocation.text('entity'),
        project_id: invocation.text('project'),
        actor_name: invocation.text('user'),
        action: invocation.text('action'),
        limit: readCount(invocation.text('limit')),
      })
      printList(invocation, ['AT', 'WHO', 'VIA', 'ACTION', 'TARGET', 'DETAILS'], entries.map(entryView), {
        cells: ({ at, actor_name, via, action, project_id, target, details }) => [
          at,
          actor_name,
          via,
          action,
          project_id === null || project_id === target ? target : `${project_id} ${target}`,
          JSON.stringify(details).slice(0, 200),
        ],
        record: (entry) => entry,
      })
    }),
}

function readCount(text: string | undefined): number {
  if (text === undefined) return COUNT
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new CommandLineError(`--limit must be a positive whole number, not ${JSON.stringify(text)}`)
}
