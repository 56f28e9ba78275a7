import { recordChange } from '../operations/audit.ts'
import { endOpenCalls, findOpenCalls } from '../operations/calls/close-open.ts'
import { readNarrowCalls } from '../operations/calls/stored-calls.ts'
import { formatDateTime } from '../time.ts'
import { LIST_FLAGS, printList } from './columns.ts'
import type { Command } from './command.ts'
import { readInstant } from './flags.ts'
import { editorOn, knownProject, withStorage } from './open-storage.ts'

const BEFORE = {
  type: 'string',
  value: 'TIME',
  help: 'Those that started before it: 2026-01-31, or now',
} as const

const open: Command = {
  words: ['calls', 'open'],
  parameters: ['PROJECT'],
  flags: { before: { ...BEFORE, help: `${BEFORE.help} (now)` }, ...LIST_FLAGS },
  summary: 'List calls of a project that have not ended, the oldest first',
  run: (invocation) =>
    withStorage(invocation, async (storage) => {
      const projectId = await knownProject(storage, invocation.word('PROJECT'))
      const before = readInstant('--before', invocation.text('before') ?? 'now')
      const ids = await findOpenCalls(storage.calls, projectId, before)
      const calls = await readNarrowCalls(storage.calls, projectId, ids)
      printList(invocation, ['ID', 'OP', 'SINCE'], calls, {
        cells: ({ id, op_name, started_at }) => [id, op_name, formatDateTime(started_at)],
        record: ({ id, trace_id, op_name, started_at }) => ({
          id,
          trace_id,
          op_name,
          started_at: formatDateTime(started_at),
        }),
      })
    }),
}

const close: Command = {
  words: ['calls', 'close'],
  parameters: ['PROJECT'],
  flags: {
    before: { ...BEFORE, isRequired: true },
    'dry-run': { type: 'boolean', help: 'Only say how many would be closed' },
  },
  summary: 'End calls of a project that never ended, as failed',
  details: [
    'They count as ended when they started. An end that still arrives from the traced program replaces it.',
  ],
  run: (invocation) =>
    withStorage(invocation, async (storage) => {
      const projectId = await knownProject(storage, invocation.word('PROJECT'))
      const ids = await findOpenCalls(
        storage.calls,
        projectId,
        readInstant('--before', invocation.required('before')),
      )
      const isDry = invocation.has('dry-run')
      if (!isDry && ids.length > 0) {
        const change = { action: 'calls.close', project_id: projectId, target: 'heddle calls close' } as const
        await recordChange(editorOn(storage), change, { call_ids: ids })
      }
      const count = isDry ? ids.length : await endOpenCalls(storage.calls, projectId, ids)
      invocation.context.note(`${projectId}: ${isDry ? 'would close' : 'closed'} ${count} calls`)
    }),
}

export const openCallCommands: readonly Command[] = [open, close]
