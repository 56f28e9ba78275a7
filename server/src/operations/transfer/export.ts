import { createHash, type Hash } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import type { Storage } from '../../storage/port.ts'
import { PROJECT_LISTS, SERVER_LISTS, type TransferList } from './lists.ts'

/**
 * An export is lines of JSON:
 *
 *     {"heddle_export":1,"heddle_version":…,"created_at":…,"projects":null or [names]}
 *     {"list":"calls","project_id":"team/app","row":…}                              any number of rows
 *     {"page":"calls","project_id":"team/app","next":…,"rows":…,"sha256":…}         after each page of rows
 *     {"end":true,"rows":…}
 *
 * The line of a page has the cursor of the next one, the number of rows so far, and the SHA-256 of the lines of its rows: an export
 * that was interrupted continues after its last page, and an import checks a page before it writes it.
 */
export const EXPORT_FORMAT = 1

const PAGE = { rowsMax: 1_000, bytesMax: 8 * 1024 ** 2 }

export interface ExportHeader {
  readonly heddle_export: typeof EXPORT_FORMAT
  readonly heddle_version: string
  readonly created_at: string
  /** The only projects in it; null for all, with accounts and audit log. */
  readonly projects: readonly string[] | null
}

/** The line that ends a page. */
export interface PageLine {
  readonly page: string
  readonly project_id: string
  readonly next: string | null
  readonly rows: number
  readonly sha256: string
}

/** Lists everything after a page, or from the start, as lines without line feeds. */
export async function* exportLines(
  storage: Storage,
  header: ExportHeader,
  after?: PageLine,
): AsyncGenerator<string> {
  if (!after) yield JSON.stringify(header)
  let rows = after?.rows ?? 0
  let last = after
  for await (const { list, projectId } of listsOf(storage, header.projects)) {
    if (last && (last.page !== list.name || last.project_id !== projectId)) continue
    const isDone = last?.next === null
    if (!isDone) rows = yield* pagesOf(storage, list, projectId, last?.next ?? undefined, rows)
    last = undefined
  }
  if (last) throw new ServiceError('not_found', `the project ${last.project_id} of the last page is gone`)
  yield JSON.stringify({ end: true, rows })
}

interface ListInProject {
  readonly list: TransferList
  readonly projectId: string
}

async function* listsOf(storage: Storage, only: ExportHeader['projects']): AsyncGenerator<ListInProject> {
  if (only === null) for (const list of SERVER_LISTS) yield { list, projectId: '' }
  for (const { project_id: projectId } of await storage.projects.list()) {
    if (only !== null && !only.includes(projectId)) continue
    for (const list of PROJECT_LISTS) yield { list, projectId }
  }
}

/** Returns the number of rows with those of this list. */
async function* pagesOf(
  storage: Storage,
  list: TransferList,
  projectId: string,
  from: string | undefined,
  rowsBefore: number,
): AsyncGenerator<string, number> {
  let cursor = from
  let rows = rowsBefore
  do {
    const page = await list.read(storage, projectId, cursor, PAGE)
    const hash = createHash('sha256')
    for (const row of page.rows)
      yield hashed(hash, JSON.stringify({ list: list.name, project_id: projectId, row }))
    rows += page.rows.length
    const line: PageLine = {
      page: list.name,
      project_id: projectId,
      next: page.next,
      rows,
      sha256: hash.digest('hex'),
    }
    yield JSON.stringify(line)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return rows
}

/** Adds a line to the digest of its page. */
export function hashed(hash: Hash, line: string): string {
  hash.update(line).update('\n')
  return line
}
