import type { Storage } from '../../storage/port.ts'
import { type EncodedPage, PROJECT_LISTS, SERVER_LISTS, type TransferList } from './lists.ts'

export const PAGE_LIMITS = { rowsMax: 1_000, bytesMax: 8 * 1024 ** 2 }

export interface ListInProject {
  readonly list: TransferList
  /** Empty for lists that belong to no project. */
  readonly projectId: string
}

/** All lists in the order in which they are written; with `only`, those of these projects. */
export async function* listsOf(
  storage: Storage,
  only: readonly string[] | null = null,
): AsyncGenerator<ListInProject> {
  if (only === null) for (const list of SERVER_LISTS) yield { list, projectId: '' }
  for (const { project_id: projectId } of await storage.projects.list()) {
    if (only !== null && !only.includes(projectId)) continue
    for (const list of PROJECT_LISTS) yield { list, projectId }
  }
}

/** Reads a list page by page, from a cursor or from its start. There is at least one page. */
export async function* pagesOf(
  storage: Storage,
  { list, projectId }: ListInProject,
  from?: string,
): AsyncGenerator<EncodedPage> {
  let cursor = from
  do {
    const page = await list.read(storage, projectId, cursor, PAGE_LIMITS)
    yield page
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
