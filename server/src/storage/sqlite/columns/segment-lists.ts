import { groupBy } from '../../../domain/measures/group-by.ts'
import type { Database } from '../database/driver.ts'
import { groupOf } from '../segment-groups.ts'
import { LastUsed } from './last-used.ts'
import { type Segment, type SegmentGroup, segmentsOf } from './segments.ts'

/** Projects whose lists are kept. */
const PROJECTS_MAX = 8

/** The segments of a project. */
export interface SegmentList {
  /** Those with the latest calls first. */
  readonly segments: readonly Segment[]
  /** All segments, each in one of them. */
  readonly groups: readonly SegmentGroup[]
}

interface KnownList extends SegmentList {
  readonly stamp: string
}

/** Reads which segments projects have, again only when they have changed. */
export class SegmentLists {
  readonly #db: Database
  readonly #selectStamp: ReturnType<Database['prepare']>
  readonly #known = new LastUsed<number, KnownList>(PROJECTS_MAX)
  #groupsMade = 0

  constructor(db: Database) {
    this.#db = db
    // The same figures mean the same segments with the same places removed: ids only grow, and a place is never filled again.
    this.#selectStamp = db.prepare(`select format('%d %d %d', count(*), max(id), sum(removed)) as stamp
      from call_segments where project = ?`)
  }

  of(project: number): SegmentList {
    const stamp = String(this.#selectStamp.get(project)?.stamp)
    const known = this.#known.get(project)
    const list = known?.stamp === stamp ? known : this.#read(project, stamp, known)
    this.#known.use(project, list)
    return list
  }

  #read(project: number, stamp: string, known: KnownList | undefined): KnownList {
    const segments = segmentsOf(this.#db, project)
    const before = new Map(known?.groups.map((group) => [contentOf(group.segments), group]))
    const byNumber = groupBy(segments, ({ id }) => groupOf(id))
    const groups = Array.from(
      byNumber.values(),
      (each) => before.get(contentOf(each)) ?? this.#newGroup(each),
    )
    return { stamp, segments, groups }
  }

  #newGroup(segments: readonly Segment[]): SegmentGroup {
    const sumOf = (count: (segment: Segment) => number) =>
      segments.reduce((sum, segment) => sum + count(segment), 0)
    this.#groupsMade += 1
    return {
      // No segment has a negative one.
      id: -this.#groupsMade,
      segments,
      places: sumOf(({ places }) => places),
      started_from: Math.min(...segments.map(({ started_from }) => started_from)),
      started_to: Math.max(...segments.map(({ started_to }) => started_to)),
      removed: sumOf(({ removed }) => removed),
    }
  }
}

const contentOf = (segments: readonly Segment[]): string =>
  segments.map(({ id, removed }) => `${id}-${removed}`).join(' ')
