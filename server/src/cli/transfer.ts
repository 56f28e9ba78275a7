import { createReadStream, createWriteStream, existsSync, statSync, truncateSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkProjectId } from '../domain/projects/project.ts'
import type { ExportHeader } from '../operations/transfer/export.ts'
import { lockFolder } from '../service/folder-lock.ts'
import { IMPORT_PROGRESS_FILE } from '../storage/sqlite/database/database-files.ts'
import { UsageError } from '../usage-error.ts'
import { serviceVersion } from '../version.ts'
import type { Command, Invocation } from './command.ts'
import { CopyProgress } from './copy-progress.ts'
import { withStorage } from './open-storage.ts'

// Loaded on demand: the server starts faster without it.

const PROJECT_FLAG = {
  type: 'string',
  value: 'ENTITY/PROJECT,…',
  help: 'Only these projects, and no accounts',
} as const

const exportCommand: Command = {
  words: ['export'],
  parameters: [],
  flags: {
    to: { type: 'string', value: 'FILE', isRequired: true, help: 'A new file' },
    project: PROJECT_FLAG,
    resume: { type: 'boolean', help: 'Continue a file that an interrupted export left' },
  },
  summary: 'Write all data as lines of JSON, also while the server runs',
  details: [
    'The file has everything that another server needs to have the same data: accounts with the hashes of their keys, calls with',
    'deletions, objects, tables, files, feedback, prices, queues and agent spans.',
  ],
  run: (invocation) =>
    withStorage(invocation, async (storage) => {
      const { exportLines } = await import('../operations/transfer/export.ts')
      const { context } = invocation
      const file = resolve(invocation.required('to'))
      const { header, after } = invocation.has('resume')
        ? await lastPage(file)
        : await newExport(invocation, file)
      await checkProjects(header.projects, storage.projects)
      async function* lines() {
        let count = 0
        for await (const line of exportLines(storage, header, after)) {
          yield `${line}\n`
          if (++count % 1_000 === 0) context.progress(`${count} lines`)
        }
      }
      await pipeline(
        Readable.from(lines()),
        createWriteStream(file, { flags: 'a', mode: 0o600, flush: true }),
      )
      context.note(`Exported to ${file}`)
    }),
}

const importCommand: Command = {
  words: ['import'],
  parameters: [],
  flags: {
    from: { type: 'string', value: 'FILE', isRequired: true, help: 'An export' },
    project: PROJECT_FLAG,
  },
  summary: 'Add the data of an export to the data folder, without a server running',
  details: [
    'An import that was interrupted continues where it was. Importing the same file again changes nothing.',
  ],
  async run(invocation) {
    const { config, folder, context } = invocation
    const file = resolve(invocation.required('from'))
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}`)
    const unlock = lockFolder(folder, 'alone')
    try {
      const storage = await context.openStorage(config)
      try {
        const { importLines } = await import('../operations/transfer/import.ts')
        const projects = namesIn(invocation)
        const progress = await progressOf(folder, file, projects)
        await progress.restartIfEmpty(storage)
        const rows = await importLines(storage, textsOf(file), {
          projects,
          linesDone: progress.state.lines,
          onPage: (lines, done) => {
            progress.save({ lines })
            context.progress(`${done} rows`)
          },
        })
        progress.clear()
        context.note(`Imported ${rows} rows of ${file}`)
      } finally {
        await storage.close()
      }
    } finally {
      unlock()
    }
  },
}

export const transferCommands: readonly Command[] = [exportCommand, importCommand]

function namesIn(invocation: Invocation): string[] | undefined {
  const names = invocation
    .text('project')
    ?.split(',')
    .map((name) => name.trim())
  names?.forEach(checkProjectId)
  return names
}

async function newExport(invocation: Invocation, file: string) {
  const { EXPORT_FORMAT } = await import('../operations/transfer/export.ts')
  if (existsSync(file))
    throw new UsageError(`${file} exists: choose another file, or continue it with --resume`)
  const header: ExportHeader = {
    heddle_export: EXPORT_FORMAT,
    heddle_version: serviceVersion,
    created_at: new Date().toISOString(),
    projects: namesIn(invocation) ?? null,
  }
  return { header, after: undefined }
}

async function checkProjects(
  names: readonly string[] | null,
  projects: { find(ids: readonly string[]): Promise<{ project_id: string }[]> },
): Promise<void> {
  const known = new Set((await projects.find(names ?? [])).map(({ project_id }) => project_id))
  const unknown = names?.find((name) => !known.has(name))
  if (unknown !== undefined) throw new UsageError(`There is no project ${unknown}`)
}

/** Returns the last complete page of an unfinished export, and truncates the file after it. */
async function lastPage(file: string) {
  const { readHeader, readPageLine } = await import('../operations/transfer/import.ts')
  if (!existsSync(file)) throw new UsageError(`There is no file ${file} to continue`)
  let header: ReturnType<typeof readHeader> | undefined
  let after: ReturnType<typeof readPageLine>
  let end = 0
  for await (const { text, endsAt, isComplete } of linesOf(file)) {
    if (!isComplete) break
    if (text.startsWith('{"end":')) throw new UsageError(`${file} is complete`)
    header ??= readHeader(text)
    const page = text.startsWith('{"page":') ? readPageLine(text) : undefined
    after = page ?? after
    if (page) end = endsAt
  }
  if (!header) throw new UsageError(`${file} is not the start of an export: delete it`)
  truncateSync(file, end)
  return { header, after }
}

/** The header of an export has the instant at which it was made, and so identifies it. */
async function progressOf(
  folder: string,
  file: string,
  projects: readonly string[] = [],
): Promise<CopyProgress<{ lines: number }>> {
  const copy = JSON.stringify([await firstLineOf(file), projects])
  return new CopyProgress(folder, IMPORT_PROGRESS_FILE, copy)
}

interface Line {
  readonly text: string
  /** Offset in the file after its line feed. */
  readonly endsAt: number
  /** Whether it ends with a line feed. */
  readonly isComplete: boolean
}

/** Undefined for an empty file. */
export async function firstLineOf(file: string): Promise<string | undefined> {
  for await (const text of textsOf(file)) return text
  return undefined
}

export async function* textsOf(file: string): AsyncGenerator<string> {
  for await (const { text } of linesOf(file)) yield text
}

const LINE_FEED = 0x0a

/** Splits at line feeds alone: `readline` also splits at characters that JSON has in strings. */
async function* linesOf(file: string): AsyncGenerator<Line> {
  if (statSync(file).isDirectory()) throw new UsageError(`${file} is a folder: name a file in it`)
  let parts: Buffer[] = []
  let offset = 0
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 1024 ** 2 })
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      parts.push(chunk.subarray(from, at))
      from = at + 1
      yield { text: Buffer.concat(parts).toString(), endsAt: offset + from, isComplete: true }
      parts = []
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
    offset += chunk.length
  }
  if (parts.length > 0) yield { text: Buffer.concat(parts).toString(), endsAt: offset, isComplete: false }
}
