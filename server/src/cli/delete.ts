import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { nowMicros } from '../clock.ts'
import { messageOf } from '../errors.ts'
import { recordChange } from '../operations/audit.ts'
import { countBefore, type DeletionReceipt, deleteBefore } from '../operations/projects/delete-before.ts'
import { formatDateTime } from '../time.ts'
import { CommandLineError } from '../usage-error.ts'
import { serviceVersion } from '../version.ts'
import type { Command, Invocation } from './command.ts'
import { DRY_RUN, readInstant } from './flags.ts'
import { editorOn, knownProject, withStorage } from './open-storage.ts'

export const deleteCommand: Command = {
  words: ['delete'],
  parameters: ['PROJECT'],
  flags: {
    before: {
      type: 'string',
      value: 'TIME',
      isRequired: true,
      help: 'Those that started before it: 2026-01-31, or now',
    },
    'dry-run': DRY_RUN,
    receipt: { type: 'string', value: 'FILE', help: 'Also write the receipt to a file' },
  },
  summary: 'Delete the calls and agent spans of a project for good, and print a receipt',
  details: [
    'The receipt is JSON: how many were deleted, when, and the SHA-256 of the ids of the calls. It is printed once a search found nothing left.',
    'Files, objects, tables and feedback stay. heddle compact removes what was deleted from the database file at once.',
  ],
  run: (invocation) =>
    withStorage(invocation, async (storage) => {
      const projectId = await knownProject(storage, invocation.word('PROJECT'))
      const before = readInstant('--before', invocation.required('before'))
      if (invocation.has('dry-run')) {
        const { calls, agent_spans } = await countBefore(storage, projectId, before)
        invocation.context.note(
          `${projectId}: this would delete ${calls} calls and ${agent_spans} agent spans`,
        )
        return
      }
      // Before anything is gone.
      checkReceipt(invocation)
      const change = { action: 'data.delete', project_id: projectId, target: 'heddle delete' } as const
      await recordChange(editorOn(storage), change, { before: formatDateTime(before) })
      const onProgress = (deleted: number) => invocation.context.progress(`${deleted} deleted`)
      printReceipt(invocation, await deleteBefore(storage, projectId, before, nowMicros, onProgress))
    }),
}

/** Refuses a file that cannot be written. */
function checkReceipt(invocation: Invocation): void {
  const file = invocation.text('receipt')
  if (file === undefined) return
  try {
    writeFileSync(resolve(file), '', { flag: 'a', mode: 0o600 })
  } catch (error) {
    const reason = messageOf(error)
    throw new CommandLineError(`--receipt cannot be written: ${reason}`)
  }
}

function printReceipt(invocation: Invocation, receipt: DeletionReceipt): void {
  const text = JSON.stringify({
    heddle_version: serviceVersion,
    ...receipt,
    before: formatDateTime(receipt.before),
    deleted_at: formatDateTime(receipt.deleted_at),
    verified: true,
  })
  invocation.context.print(text)
  const file = invocation.text('receipt')
  if (file !== undefined) writeFileSync(resolve(file), `${text}\n`)
}
