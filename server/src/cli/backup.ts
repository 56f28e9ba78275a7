import { resolve } from 'node:path'
import { lockFolder } from '../service/folder-lock.ts'
import { CheckFailed } from '../usage-error.ts'
import { serviceVersion } from '../version.ts'
import { columns, LIST_FLAGS, printJson } from './columns.ts'
import type { Command, Invocation } from './command.ts'

// The engine's tools are loaded by the commands that need them: the server starts faster without them.

const backup: Command = {
  words: ['backup'],
  parameters: [],
  flags: {
    to: {
      type: 'string',
      value: 'FOLDER',
      isRequired: true,
      help: 'Where the backup goes; a new or empty folder',
    },
  },
  summary: 'Copy all data into a folder, also while the server runs, and check the copy',
  details: [
    'The copy is a data folder as of one instant, with backup.json, which has the size and SHA-256 of each file.',
  ],
  async run(invocation) {
    const { folder, context } = invocation
    const { backUp } = await import('../storage/sqlite/maintenance/backup.ts')
    const target = resolve(invocation.required('to'))
    const { files } = await backUp(folder, target, {
      version: serviceVersion,
      now: new Date(),
      onStep: context.progress,
    })
    context.note(`Backed up ${folder} to ${target}: ${megabytes(files)}, checked`)
  },
}

const restore: Command = {
  words: ['restore'],
  parameters: [],
  flags: {
    from: { type: 'string', value: 'FOLDER', isRequired: true, help: 'A backup' },
    replace: { type: 'boolean', help: 'Move what is in the data folder aside, instead of refusing' },
  },
  summary: 'Check a backup and copy it into the data folder, without a server running',
  async run(invocation) {
    const { folder, context } = invocation
    const { readManifest, restore: restoreFrom } = await import('../storage/sqlite/maintenance/backup.ts')
    const from = resolve(invocation.required('from'))
    // Before the data folder is created.
    readManifest(from)
    const unlock = lockFolder(folder, 'alone')
    try {
      const { files, created_at } = await restoreFrom(from, folder, {
        replace: invocation.has('replace'),
        now: new Date(),
        onStep: context.progress,
      })
      context.note(`Restored the backup of ${created_at} to ${folder}: ${megabytes(files)}, checked`)
    } finally {
      unlock()
    }
  },
}

const verify: Command = {
  words: ['verify'],
  parameters: [],
  flags: LIST_FLAGS,
  summary: 'Check all stored data, of a data folder or of a backup; changes nothing',
  details: [
    'Checks the structure of the file, that nothing points at something missing, the digests of files, objects, rows and tables, derived',
    'data of calls, recomputed, and compressed calls with their indexes. Exits with 3 if it finds something wrong.',
  ],
  async run(invocation) {
    const { folder, context } = invocation
    const { verifyDatabase } = await import('../storage/sqlite/verify/verify.ts')
    const { results, otherSchema } = verifyDatabase(folder, (name) => context.progress(`checking ${name}`))
    printResults(invocation, results)
    if (otherSchema) context.note(ONLY_FILE_CHECKED[otherSchema])
    const problems = results.reduce((sum, { problems: found }) => sum + found, 0)
    if (problems === 0) return
    throw new CheckFailed(
      `${counted(problems)} in ${folder}. Make a copy of the folder; npx heddle rebuild mends derived data, anything else needs a backup`,
    )
  },
}

const ONLY_FILE_CHECKED = {
  older:
    'Only the file was checked: its schema is older than that of this version. The next start of the server upgrades it',
  newer:
    'Only the file was checked: it was written by a newer Heddle. Run heddle verify of that version to check the rest',
}

export const backupCommands: readonly Command[] = [backup, restore, verify]

const counted = (problems: number): string => (problems === 1 ? '1 problem' : `${problems} problems`)

interface Result {
  readonly check: string
  readonly examined: number
  readonly problems: number
  readonly described: readonly string[]
}

function printResults(invocation: Invocation, results: readonly Result[]): void {
  const { print } = invocation.context
  if (printJson(invocation, results)) return
  const rows = results.map(({ check, examined, problems }) => [
    check,
    String(examined),
    problems === 0 ? 'ok' : counted(problems),
  ])
  for (const line of columns([['CHECK', 'EXAMINED', 'RESULT'], ...rows])) print(line)
  for (const { check, described } of results) for (const each of described) print(`${check}: ${each}`)
}

function megabytes(files: readonly { readonly bytes: number }[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`
}
