import { byPrecedence, FAILED, OTHER_USAGE, REQUEST_USAGE } from '../../domain/calls/counting.ts'
import type { Database } from './driver.ts'

/** What a visible call tells its ancestors: the bits of `domain/calls/counting.ts`. */
const OWN_BITS = `(failed * ${FAILED} | has_usage * usage_bit)`

/** The `UsageStanding` of a call in `calls` as `c`. */
export const USAGE_STANDING = `(case when c.has_usage = 0 then null
  when c.usage_bit = 0 then iif(c.parent_id is null, 'counted', 'in_parent')
  when c.below & iif(c.usage_bit = ${REQUEST_USAGE}, ${REQUEST_USAGE}, ${REQUEST_USAGE | OTHER_USAGE}) then 'repeated_below'
  when c.duplicate = 1 then 'same_response' else 'counted' end)`

/** Whether a call below failed, or the call's own summary counts errors. */
export const DESCENDANT_FAILED = `(c.descendant_failed or c.below & ${FAILED})`

/** A visible call as far as its relatives depend on it. */
export interface Member {
  readonly rid: number
  readonly id: string
  readonly trace_id: string
  readonly parent_id: string | null
  readonly own: number
  readonly below: number
  readonly response_id: string | null
}

export const MEMBER_COLUMNS = `rid, id, trace_id, parent_id, ${OWN_BITS} as own, below, response_id`

/** A call that was written, with what it was before if it was visible then. */
export interface Touched {
  readonly project: number
  readonly rid: number
  readonly before: Member | undefined
}

/** Failures and usage reach this many levels up, so that a write takes no longer than some milliseconds. */
const LEVELS_MAX = 1_000

/**
 * Keeps `below`, the bits of all calls below a call, and `duplicate`, whether a sibling counts in place of it. Each write passes
 * on what it adds or takes away, up to where nothing changes: most calls have no bits, and take one look for children.
 */
export function callFamily(db: Database): (touched: Iterable<Touched>) => void {
  const byRid = db.prepare(`select ${MEMBER_COLUMNS} from calls where rid = ? and started_at is not null`)
  const byId = db.prepare(`select ${MEMBER_COLUMNS} from calls
    where project = ? and id = ? and trace_id = ? and started_at is not null`)
  const bits = [FAILED, REQUEST_USAGE, OTHER_USAGE].map((bit) => `max((${OWN_BITS} | below) & ${bit})`)
  const ofChildren = db.prepare(`select ${bits.join(' | ')} as bits from calls indexed by calls_by_parent
    where project = ? and parent_id = ? and trace_id = ? and started_at is not null`)
  const setBelow = db.prepare('update calls set below = ? where rid = ?')
  const clearDuplicate = db.prepare('update calls set duplicate = 0 where rid = ? and duplicate = 1')
  const rivals = responseRivals(db)

  const bitsOfChildren = (project: number, { id, trace_id }: Pick<Member, 'id' | 'trace_id'>): number =>
    Number(ofChildren.get(project, id, trace_id)?.bits ?? 0)

  function parentOf(project: number, { parent_id, trace_id }: Member): Member | undefined {
    return parent_id === null ? undefined : byId.get<Member>(project, parent_id, trace_id)
  }

  /** Gives the ancestors what the call has, up to one that has it all. */
  function raise(project: number, call: Member, gained: number): void {
    let above = parentOf(project, call)
    for (let level = 0; above && (above.below & gained) !== gained && level < LEVELS_MAX; level++) {
      setBelow.run(above.below | gained, above.rid)
      rivals.note(project, above)
      above = parentOf(project, above)
    }
  }

  /** Works out anew what is below the ancestors of a call that lost something or left. */
  function lower(project: number, call: Member): void {
    let above = parentOf(project, call)
    for (let level = 0; above && level < LEVELS_MAX; level++) {
      const below = bitsOfChildren(project, above)
      if (below === above.below) return
      setBelow.run(below, above.rid)
      rivals.note(project, above)
      above = parentOf(project, above)
    }
  }

  function settle({ project, rid, before }: Touched): void {
    const after = byRid.get<Member>(rid)
    const stays = after && before && isSamePlace(after, before)
    if (before && before.response_id !== null) {
      clearDuplicate.run(rid)
      rivals.note(project, before)
    }
    if (before && !(stays && (bitsOf(before) & ~bitsOf(after)) === 0)) lower(project, before)
    if (!after) return
    rivals.note(project, after)
    const below = stays ? after.below : bitsOfChildren(project, after)
    if (below !== after.below) setBelow.run(below, rid)
    const gained = after.own | below
    if (gained !== 0) raise(project, after, gained)
  }

  return (touched) => {
    for (const call of touched) settle(call)
    rivals.decide()
  }
}

const bitsOf = ({ own, below }: Member): number => own | below

const isSamePlace = (a: Member, b: Member): boolean =>
  a.trace_id === b.trace_id && a.parent_id === b.parent_id

interface Rival {
  readonly rid: number
  readonly id: string
  readonly below: number
  readonly has_content: number
  readonly started_at: number
  readonly duplicate: number
}

/** Siblings that report the same response, decided once per write however many of them it touches. */
function responseRivals(db: Database) {
  const inGroup = db.prepare(`select c.rid, c.id, c.below, c.started_at, c.duplicate,
      coalesce(p.input, '') <> '' or coalesce(p.output, '') <> '' as has_content
    from calls c indexed by calls_by_response left join call_previews p on p.rid = c.rid
    where c.project = ? and c.trace_id = ? and c.response_id = ? and c.parent_id is ?
      and c.started_at is not null and c.has_usage = 1 and c.usage_bit = ${REQUEST_USAGE}`)
  const setDuplicate = db.prepare('update calls set duplicate = ? where rid = ?')
  const groups = new Map<string, readonly [number, string, string, string | null]>()

  return {
    note(project: number, { trace_id, response_id, parent_id }: Member): void {
      if (response_id === null) return
      const group = [project, trace_id, response_id, parent_id] as const
      groups.set(JSON.stringify(group), group)
    },
    decide(): void {
      for (const group of groups.values()) {
        const ranked = inGroup.all<Rival>(...group).sort(byPrecedence)
        for (const [place, { rid, duplicate }] of ranked.entries()) {
          const isDuplicate = place > 0 ? 1 : 0
          if (duplicate !== isDuplicate) setDuplicate.run(isDuplicate, rid)
        }
      }
      groups.clear()
    },
  }
}
