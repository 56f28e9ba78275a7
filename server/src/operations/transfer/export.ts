import { createHash, type Hash } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import type { Storage } from '../../storage/port.ts'
import { type ListInProject, listsOf, pagesOf } from './list-pages.ts'

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
  for await (const place of listsOf(storage, header.projects)) {
    if (last && (last.page !== place.list.name || last.project_id !== place.projectId)) continue
    const isDone = last?.next === null
    if (!isDone) rows = yield* linesOf(storage, place, { from: last?.next ?? undefined, rowsBefore: rows })
    last = undefined
  }
  if (last)
    throw new ServiceError('not_found', `the project ${last.project_id} of the last page no longer exists`)
  yield JSON.stringify({ end: true, rows })
}

/** Returns the number of rows, including those of this list. */
async function* linesOf(
  storage: Storage,
  place: ListInProject,
  { from, rowsBefore }: { readonly from: string | undefined; readonly rowsBefore: number },
): AsyncGenerator<string, number> {
  const list = place.list.name
  const project_id = place.projectId
  let total = rowsBefore
  for await (const { rows, next } of pagesOf(storage, place, from)) {
    const hash = createHash('sha256')
    for (const row of rows) yield hashed(hash, JSON.stringify({ list, project_id, row }))
    total += rows.length
    const line: PageLine = { page: list, project_id, next, rows: total, sha256: hash.digest('hex') }
    yield JSON.stringify(line)
  }
  return total
}

/** Adds a line to the digest of its page. */
export function hashed(hash: Hash, line: string): string {
  hash.update(line).update('\n')
  return line
}
