import { nowMicros } from '../clock.ts'
import { checkRetentionDays, expiredBefore } from '../domain/projects/retention.ts'
import { recordChange } from '../operations/audit.ts'
import { countBefore } from '../operations/projects/delete-before.ts'
import { recordExpiry, removeExpired } from '../operations/projects/remove-expired.ts'
import type { Storage } from '../storage/port.ts'
import { CommandLineError } from '../usage-error.ts'
import { LIST_FLAGS, printList } from './columns.ts'
import type { Command } from './command.ts'
import { DRY_RUN } from './flags.ts'
import { editorOn, knownProject, withStorage } from './open-storage.ts'

const listRetention: Command = {
  words: ['retention', 'list'],
  parameters: [],
  flags: LIST_FLAGS,
  summary: 'List how long each project keeps its calls, and how many have expired',
  run: (invocation) =>
    withStorage(invocation, async (storage) => {
      const projects = []
      for (const { project_id } of await storage.projects.list()) {
        const { days, held } = await storage.projects.retention(project_id)
        projects.push({
          project_id,
          days,
          is_held: held !== null,
          ...(await expiredIn(storage, project_id, days)),
        })
      }
      printList(invocation, ['PROJECT', 'DAYS', 'EXPIRED CALLS', 'EXPIRED SPANS', 'HELD'], projects, {
        cells: ({ project_id, days, calls, agent_spans, is_held }) => [
          project_id,
          days === null ? 'forever' : String(days),
          String(calls),
          String(agent_spans),
          is_held ? 'yes' : 'no',
        ],
        record: ({ project_id, days, calls, agent_spans, is_held }) => ({
          project_id,
          retention_days: days,
          expired_calls: calls,
          expired_agent_spans: agent_spans,
          is_held,
        }),
      })
    }),
}

const setRetention: Command = {
  words: ['retention', 'set'],
  parameters: ['PROJECT', 'DAYS'],
  flags: { 'dry-run': DRY_RUN },
  summary: 'Keep the calls and agent spans of a project for this many days, or forever',
  details: [
    'Older ones are removed by the running server within an hour, at its next start, or by heddle retention apply.',
  ],
  run: (invocation) =>
    withStorage(invocation, async (storage) => {
      const projectId = await knownProject(storage, invocation.word('PROJECT'))
      const days = readDays(invocation.word('DAYS'))
      const { calls, agent_spans } = await expiredIn(storage, projectId, days)
      if (!invocation.has('dry-run')) {
        const change = { action: 'retention.set', project_id: projectId, target: projectId } as const
        await recordChange(editorOn(storage), change, { retention_days: days })
        await storage.projects.setRetentionDays(projectId, days, nowMicros())
      }
      const verb = invocation.has('dry-run') ? 'would remove' : 'removes'
      invocation.context.note(`${projectId}: this ${verb} ${calls} calls and ${agent_spans} agent spans`)
    }),
}

const applyRetention: Command = {
  words: ['retention', 'apply'],
  parameters: [],
  flags: { 'dry-run': DRY_RUN },
  summary: 'Remove what has expired now, as a running server does every hour',
  run: (invocation) =>
    withStorage(invocation, async (storage) => {
      const { note, progress } = invocation.context
      const signal = new AbortController().signal
      let projects = 0
      for (const { project_id } of await storage.projects.list()) {
        const { days } = await storage.projects.retention(project_id)
        if (days === null) continue
        projects++
        const onProgress = (removed: number) => progress(`${project_id}: ${removed} removed`)
        const isDry = invocation.has('dry-run')
        const { isHeld, ...counts } = isDry
          ? { ...(await expiredIn(storage, project_id, days)), isHeld: false }
          : await removeExpired(project_id, { storage, now: nowMicros, signal, onProgress })
        if (!isDry && !isHeld && counts.calls + counts.agent_spans > 0)
          await recordExpiry(editorOn(storage), project_id, counts)
        const verb = isHeld ? 'held, since the clock is in doubt:' : isDry ? 'would remove' : 'removed'
        note(`${project_id}: ${verb} ${counts.calls} calls and ${counts.agent_spans} agent spans`)
      }
      if (projects === 0) note('No project has a retention period: nothing expires')
    }),
}

export const retentionCommands: readonly Command[] = [listRetention, setRetention, applyRetention]

async function expiredIn(storage: Storage, projectId: string, days: number | null) {
  if (days === null) return { calls: 0, agent_spans: 0 }
  return countBefore(storage, projectId, expiredBefore(days, nowMicros()))
}

function readDays(text: string): number | null {
  if (text === 'forever') return null
  if (!/^\d{1,6}$/.test(text))
    throw new CommandLineError(`DAYS must be a whole number or forever, not ${JSON.stringify(text)}`)
  checkRetentionDays(Number(text))
  return Number(text)
}
