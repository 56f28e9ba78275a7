import { type Fragment, sql } from '../../../query/fragment.ts'
import { copyText } from '../../../remember.ts'
import { allOf } from './call-table.ts'

const KNOWN_MAX = 10_000

/**
 * Counts starts of visible calls. Leaving out the deleted ones reads `call_parts` twice, so that projects without any are counted in one
 * pass, which looks for tombstones on its way.
 */
export class Tombstones {
  /** Projects in which there are some. They stay when a call is freed. */
  readonly #known = new Set<string>()

  /**
   * `count` gets what follows `select part`, which is to be grouped by `part`: either the starts of visible calls, or those of all calls and
   * the tombstones.
   */
  async without<Group extends { readonly part: 'start' | 'delete' }>(
    projectId: string,
    where: readonly Fragment[],
    count: (from: Fragment) => Promise<Group[]>,
  ): Promise<Group[]> {
    if (!this.#known.has(projectId)) {
      const groups = await count(startsAndTombstones(projectId, where))
      if (groups.every(({ part }) => part === 'start')) return groups
      if (this.#known.size >= KNOWN_MAX) this.#known.clear()
      this.#known.add(copyText(projectId))
    }
    return count(visibleStarts(projectId, where))
  }
}

const startsAndTombstones = (projectId: string, where: readonly Fragment[]): Fragment =>
  sql`from call_parts final where project_id = ${projectId} and (part = 'delete' or part = 'start' and ${allOf(where)})`

/** The rows of `call_parts` for the starts of visible calls that meet conditions on their columns. */
export const visibleStarts = (projectId: string, where: readonly Fragment[]): Fragment =>
  sql`from call_parts final where project_id = ${projectId} and part = 'start' and ${allOf(where)}
    and id not in (select id from call_parts where project_id = ${projectId} and part = 'delete')`
