import { type Fragment, sql } from '../../../query/fragment.ts'
import { SeenTexts } from '../../../remember.ts'
import { allOf } from './call-table.ts'

/** Starts of calls, by conditions on the columns of `call_parts`. */
export interface Starts {
  readonly project_id: string
  /** A condition on `id`, which leaves out granules that have none of the calls. */
  readonly among: Fragment
  readonly where: readonly Fragment[]
}

/**
 * Counts the starts of visible calls. To leave out the deleted ones, `call_parts` is read twice; projects that have none are counted in one
 * pass, which looks for tombstones on its way.
 */
export class Tombstones {
  /** Projects that have some. None is ever removed: a call that is freed keeps its tombstone. */
  readonly #known = new SeenTexts()

  /** The groups of a statement that selects `part`, groups by it, and goes on with what `read` is given. */
  async visibleGroups<Group extends { readonly part: 'start' | 'delete' }>(
    starts: Starts,
    read: (from: Fragment) => Promise<Group[]>,
  ): Promise<Group[]> {
    const { project_id } = starts
    if (!this.#known.has(project_id)) {
      const groups = await read(startsAndTombstones(starts))
      if (groups.every(({ part }) => part === 'start')) return groups
      this.#known.add(project_id)
    }
    return read(visibleStarts(starts))
  }
}

/** The starts of all calls, with the tombstones among which theirs would be. */
const startsAndTombstones = ({ project_id, among, where }: Starts): Fragment =>
  sql`from call_parts final where project_id = ${project_id} and ${among}
    and (part = 'delete' or part = 'start' and ${allOf(where)})`

/** The rows of `call_parts` for the starts of visible calls. */
export const visibleStarts = ({ project_id, among, where }: Starts): Fragment =>
  sql`from call_parts final where project_id = ${project_id} and part = 'start' and ${allOf([among, ...where])}
    and id not in (select id from call_parts where project_id = ${project_id} and part = 'delete')`
