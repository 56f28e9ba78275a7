import { createHash } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import type { Storage } from '../../storage/port.ts'
import { flag, list, membersIn, nullable, number, object, text } from './codec.ts'
import { EXPORT_FORMAT, type ExportHeader, hashed, type PageLine } from './export.ts'
import { PROJECT_LISTS, SERVER_LISTS, type TransferList } from './lists.ts'

const LISTS: ReadonlyMap<string, TransferList> = new Map(
  [...SERVER_LISTS, ...PROJECT_LISTS].map((each) => [each.name, each]),
)

interface ImportOptions {
  /** Only these projects, and no accounts; all without it. */
  readonly projects?: readonly string[] | undefined
  /** Called with the number of the last line after each page that is stored. */
  readonly onPage?: (line: number, rows: number) => void
  /** Number of leading lines that were imported before. Their pages are neither checked nor written. */
  readonly linesDone?: number | undefined
}

/**
 * Writes an export to a storage, page by page, each after its digest was checked. Rows that are already there are written again, which
 * changes nothing, so an import that fails may be repeated. Throws `invalid_request`, with the number of the line, for a file that is
 * not an export, is damaged, or ends early. Returns the number of rows in the export.
 */
export async function importLines(
  storage: Storage,
  lines: AsyncIterable<string>,
  options: ImportOptions = {},
): Promise<number> {
  const reading = new ExportReader(storage, options)
  let at = 0
  for await (const line of lines) {
    at += 1
    try {
      if (at === 1 || at > (options.linesDone ?? 0)) await reading.take(line, at)
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof SyntaxError)) throw error
      throw new ServiceError('invalid_request', `Line ${at} of the export is damaged: ${error.message}`)
    }
  }
  return reading.finish()
}

/** The header of an export, from its first line. */
export function readHeader(line: string): ExportHeader {
  const { heddle_export: format } = { heddle_export: undefined, ...membersIn(JSON.parse(line)) }
  if (format !== EXPORT_FORMAT)
    throw new ServiceError(
      'invalid_request',
      `format ${typeof format === 'number' ? format : 'unknown'} is not ${EXPORT_FORMAT}, which this version reads`,
    )
  return HEADER.decode(JSON.parse(line))
}

const HEADER = object<ExportHeader>({
  heddle_export: { encode: (value) => value, decode: () => EXPORT_FORMAT },
  heddle_version: text,
  created_at: text,
  projects: nullable(list(text)),
})

const PAGE = object<PageLine>({
  page: text,
  project_id: text,
  next: nullable(text),
  rows: number,
  sha256: text,
})
const ROW = object<{ list: string; project_id: string; row: unknown }>({
  list: text,
  project_id: text,
  row: { encode: (value) => value, decode: (value) => value },
})
const END = object<{ end: boolean; rows: number }>({ end: flag, rows: number })

/** The page line that a line is; undefined for other lines. */
export function readPageLine(line: string): PageLine | undefined {
  const value: unknown = JSON.parse(line)
  return 'page' in membersIn(value) ? PAGE.decode(value) : undefined
}

class ExportReader {
  readonly #storage: Storage
  readonly #options: ImportOptions
  #rows: unknown[] = []
  #hash = createHash('sha256')
  #total: number | undefined

  constructor(storage: Storage, options: ImportOptions) {
    this.#storage = storage
    this.#options = options
  }

  async take(line: string, at: number): Promise<void> {
    if (at === 1) {
      readHeader(line)
      return
    }
    if (this.#total !== undefined) throw new ServiceError('invalid_request', 'it comes after the end')
    const value = membersIn(JSON.parse(line))
    if ('row' in value) {
      hashed(this.#hash, line)
      this.#rows.push(value)
    } else if ('page' in value) await this.#write(PAGE.decode(value), at)
    else this.#total = END.decode(value).rows
  }

  finish(): number {
    if (this.#total === undefined)
      throw new ServiceError('invalid_request', 'The export is incomplete: its last line is missing')
    return this.#total
  }

  async #write({ page, project_id, sha256, rows: total }: PageLine, at: number): Promise<void> {
    const isWhole = this.#hash.digest('hex') === sha256
    const rows = this.#rows
    this.#rows = []
    this.#hash = createHash('sha256')
    if (!isWhole) throw new ServiceError('invalid_request', 'the rows before it were changed')
    const target = LISTS.get(page)
    if (!target) throw new ServiceError('invalid_request', `there is no list ${page}`)
    if (this.#isWanted(project_id) && rows.length > 0)
      await target.write(
        this.#storage,
        project_id,
        rows.map((row) => ROW.decode(row).row),
      )
    this.#options.onPage?.(at, total)
  }

  #isWanted(projectId: string): boolean {
    const { projects } = this.#options
    return projects === undefined || projects.includes(projectId)
  }
}
