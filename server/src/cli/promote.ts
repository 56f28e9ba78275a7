import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CopyPosition, ListCheck } from '../operations/transfer/copy.ts'
import { lockFolder, lockIfFree } from '../service/folder-lock.ts'
import { describeTarget, isTarget } from '../storage/clickhouse/target.ts'
import type { Storage } from '../storage/port.ts'
import { PROMOTE_PROGRESS_FILE } from '../storage/sqlite/database/database-files.ts'
import { CheckFailed, CommandLineError } from '../usage-error.ts'
import type { Command, Invocation } from './command.ts'
import { CopyProgress, isEmpty } from './copy-progress.ts'

export const promote: Command = {
  words: ['promote'],
  parameters: [],
  flags: {
    from: {
      type: 'string',
      value: 'FOLDER|URL',
      isRequired: true,
      help: 'A data folder, or the URL of a database',
    },
    to: {
      type: 'string',
      value: 'URL|FOLDER',
      isRequired: true,
      help: 'The URL of a database, or a data folder',
    },
  },
  settings: [],
  summary: 'Copy all data from a data folder to ClickHouse, or back, and compare the two',
  details: [
    'The server of the folder may go on running: run the command once while it does, which copies nearly everything, then stop the server',
    'and run it again. The second run copies what has changed, removes what was deleted since, and compares every list of every project by',
    'its number of rows and its digest. It removes nothing from a target that was not empty when the first run started.',
    'An interrupted run continues where it was. The URL can also come from HEDDLE_STORAGE, as --to env or --from env.',
  ],
  async run(invocation) {
    const [from, to] = [placeOf(invocation, 'from'), placeOf(invocation, 'to')]
    const folder = from.folder ?? to.folder
    if (folder === undefined || (from.folder !== undefined && to.folder !== undefined)) {
      throw new CommandLineError(
        'One of --from and --to must be a data folder, the other one the URL of a database',
      )
    }
    if (from.folder !== undefined && !existsSync(from.folder))
      throw new CommandLineError(`No data in ${from.folder}`)
    // No server may run on the target folder. One may run on the source folder, and keeps running.
    const unlockAlone = to.folder === undefined ? lockIfFree(folder, 'alone') : lockFolder(folder, 'alone')
    const unlock = unlockAlone ?? lockFolder(folder, 'shared')
    try {
      await withBoth(invocation, from, to, (source, target) =>
        copyAndCompare(
          invocation,
          { source, target, isIdle: unlockAlone !== undefined },
          new CopyProgress(folder, PROMOTE_PROGRESS_FILE, `${from.name} -> ${to.name}`),
        ),
      )
    } finally {
      unlock()
    }
  },
}

/** A data folder, or a database by its URL. */
interface Place {
  readonly folder?: string
  readonly storage: string
  readonly name: string
}

function placeOf(invocation: Invocation, flag: 'from' | 'to'): Place {
  const text = invocation.required(flag)
  const storage = text === 'env' ? invocation.config.storage : text
  if (isTarget(storage)) return { storage, name: describeTarget(storage) }
  if (text === 'env' || text.includes('://')) {
    throw new CommandLineError(
      `--${flag} must be a folder or a URL such as clickhouse://user:password@host:8123/database`,
    )
  }
  const folder = resolve(text)
  return { folder, storage: '', name: folder }
}

async function withBoth(
  { config, context }: Invocation,
  from: Place,
  to: Place,
  work: (source: Storage, target: Storage) => Promise<void>,
): Promise<void> {
  const open = ({ folder, storage }: Place) =>
    context.openStorage({ ...config, data: folder ?? config.data, storage, readTimeoutMs: READ_TIMEOUT_MS })
  const source = await open(from)
  try {
    const target = await open(to)
    try {
      await work(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

const READ_TIMEOUT_MS = 3_600_000

interface Copying {
  readonly source: Storage
  readonly target: Storage
  /** Whether nobody else writes to the source. */
  readonly isIdle: boolean
}

async function copyAndCompare(
  { context }: Invocation,
  { source, target, isIdle }: Copying,
  progress: CopyProgress<State>,
): Promise<void> {
  const { ACCOUNTS, catchUp, changeCursors, compareStorages, copyStorage, removeSurplus } = await import(
    '../operations/transfer/copy.ts'
  )
  await progress.restartIfEmpty(target)
  const { isTargetOurs = await isEmpty(target), cursors = await changeCursors(source) } = progress.state
  progress.save({ isTargetOurs, cursors })
  if (!progress.state.isCopied) {
    const rows = await copyStorage(source, target, {
      after: progress.state.position,
      onPage: (position, copied) => {
        progress.save({ position })
        context.progress(`${copied} rows`)
      },
    })
    context.note(`Copied ${rows} rows`)
    progress.save({ isCopied: true })
  }
  // A user may have been removed, and another one of the same name added.
  let removed = isTargetOurs ? await removeSurplus(source, target, ACCOUNTS) : 0
  progress.save({ cursors: await catchUp(source, target, cursors) })
  if (!isIdle) {
    context.note(
      'A server or another command uses the source. Stop it and run the command again, which copies the rest and compares.',
    )
    return
  }
  if (isTargetOurs) {
    removed += await removeSurplus(source, target)
    if (removed > 0)
      context.note(`Removed ${removed} rows that were deleted in the source since they were copied`)
  }
  const different: ListCheck[] = []
  for await (const check of compareStorages(source, target)) {
    context.print(lineOf(check))
    if (!check.isEqual) different.push(check)
  }
  if (different.length > 0) throw new CheckFailed(`${different.length} lists differ: see the lines above`)
  progress.clear()
  context.note('All lists are equal')
}

const lineOf = ({ list, project_id, source, target, isEqual }: ListCheck): string =>
  [
    isEqual ? 'equal' : 'DIFFERENT',
    project_id === '' ? list : `${project_id} ${list}`,
    source.rows === target.rows ? `${source.rows} rows` : `${source.rows} rows, ${target.rows} copied`,
    source.sha256.slice(0, 16),
  ].join('  ')

interface State {
  /** Whether the target was empty at the start, so that everything in it was copied by us. */
  isTargetOurs?: boolean
  position?: CopyPosition
  isCopied?: boolean
  /** Cursors of the source's changes at the end of the last copy, by project. */
  cursors?: Record<string, string>
}
