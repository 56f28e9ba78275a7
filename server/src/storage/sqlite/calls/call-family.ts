import { byPrecedence, FAILED, OTHER_USAGE, REQUEST_USAGE } from '../../../domain/calls/counting.ts'
import { groupBy } from '../../../domain/measures/group-by.ts'
import type { Database } from '../database/driver.ts'
import { textSql } from '../texts/sealed-texts.ts'

/** What a visible call tells its ancestors: the bits of `domain/calls/counting.ts`. */
const OWN_BITS = `(failed * ${FAILED} | has_usage * usage_bit)`

/** The `UsageStanding` of a call in `calls` as `c`. */
export const USAGE_STANDING = `(case when c.has_usage = 0 then null
  when c.usage_bit = 0 then iif(c.parent_id is null, 'counted', 'in_parent')
  when c.below & iif(c.usage_bit = ${REQUEST_USAGE}, ${REQUEST_USAGE}, ${REQUEST_USAGE | OTHER_USAGE}) then 'repeated_below'
  when c.duplicate = 1 then 'same_response' else 'counted' end)`

/** Whether the standing is `repeated_below` or `same_response`. As in the index `calls_not_counted`, which needs it spelled like this. */
export const NOT_COUNTED = `has_usage = 1 and usage_bit <> 0 and ((below & ${REQUEST_USAGE}) <> 0 or (usage_bit = ${OTHER_USAGE} and (below & ${OTHER_USAGE}) <> 0) or duplicate = 1)`

/** Whether a call below failed, or the call's own summary counts errors. */
export const DESCENDANT_FAILED = `(c.descendant_failed or c.below & ${FAILED})`

export const ownBits = (call: { failed: number; has_usage: number; usage_bit: number }): number =>
  (call.failed * FAILED) | (call.has_usage * call.usage_bit)

/** A visible call as far as its relatives depend on it. */
export interface Member {
  readonly rid: number
  readonly id: string
  readonly trace_id: string
  readonly parent_id: string | null
  readonly response_id: string | null
  readonly own: number
  below: number
}

/** A call that was written: what it was and what it is, each undefined if not visible. */
export interface Touched {
  readonly project: number
  readonly before: Member | undefined
  readonly after: Member | undefined
}

/** Failures and usage reach this many levels up, so that a write takes no longer than some milliseconds. */
export const LEVELS_MAX = 1_000

/**
 * Keeps `below`, the bits of all calls below a call, and `duplicate`, whether a sibling counts in place of it. Each write passes
 * on what it adds or takes away, up to where nothing changes: most calls have no bits, and take one look for children.
 */
export function callFamily(db: Database): (touched: readonly Touched[]) => void {
  const clearDuplicate = db.prepare('update calls set duplicate = 0 where rid = ? and duplicate = 1')
  const members = knownMembers(db)
  const children = childrenBits(db)
  const rivals = responseRivals(db)
  const losses = lostBits(db, members, rivals.note)

  function settle({ project, before, after }: Touched): void {
    const stays = before !== undefined && after !== undefined && isSamePlace(before, after)
    if (before && before.response_id !== null) {
      clearDuplicate.run(before.rid)
      rivals.note(project, before)
    }
    if (before) losses.note(project, before, bitsOf(before) & ~(stays ? bitsOf(after) : 0))
    if (!after) return
    rivals.note(project, after)
    raise(project, after)
  }

  /** Gives the ancestors what a call has, up to one that has it all. */
  function raise(project: number, call: Member): void {
    const gained = bitsOf(call)
    if (gained === 0) return
    let above = members.parentOf(project, call)
    for (let level = 0; above && (above.below & gained) !== gained && level < LEVELS_MAX; level++) {
      members.setBelow(above, above.below | gained)
      rivals.note(project, above)
      above = members.parentOf(project, above)
    }
  }

  return (touched) => {
    // A write that failed is undone, and with it what it knew and was about to do.
    for (const each of [members, losses, rivals]) each.forget()
    for (const { project, after } of touched) if (after) members.note(project, after)
    for (const [arrived, bits] of children(touched)) members.setBelow(arrived, bits)
    for (const call of touched) settle(call)
    losses.pass()
    rivals.decide()
    members.forget()
  }
}

type Noted = (project: number, member: Member) => void

/** The visible calls that one write concerns, each read once. */
function knownMembers(db: Database) {
  const select = db.prepare(`select rid, id, trace_id, parent_id, response_id, ${OWN_BITS} as own, below
    from calls where project = ? and id = ? and started_at is not null`)
  const update = db.prepare('update calls set below = ? where rid = ?')
  const known = new Map<string, Member | undefined>()

  function find(project: number, id: string, traceId: string): Member | undefined {
    const key = `${project} ${id}`
    if (!known.has(key)) known.set(key, select.get<Member>(project, id))
    const found = known.get(key)
    return found?.trace_id === traceId ? found : undefined
  }

  return {
    find,
    parentOf: (project: number, { parent_id, trace_id }: Member) =>
      parent_id === null ? undefined : find(project, parent_id, trace_id),
    note: (project: number, member: Member) => void known.set(`${project} ${member.id}`, member),
    setBelow(member: Member, below: number): void {
      if (member.below === below) return
      member.below = below
      update.run(below, member.rid)
    },
    forget: () => known.clear(),
  }
}

type Members = ReturnType<typeof knownMembers>

interface ParentBits {
  readonly id: string
  readonly trace_id: string
  readonly bits: number
}

/** The bits of the children that calls find where they are new or have moved to. */
function childrenBits(db: Database) {
  const bits = BITS.map((bit) => `max((${OWN_BITS} | below) & ${bit})`)
  const select = db.prepare(`select c.parent_id as id, c.trace_id, ${bits.join(' | ')} as bits
    from json_each(?) j cross join calls c indexed by calls_by_parent
      on c.project = ? and c.parent_id = j.value and c.started_at is not null
    group by 1, 2 having bits <> 0`)

  return (touched: readonly Touched[]): Map<Member, number> => {
    const found = new Map<Member, number>()
    for (const [project, calls] of groupBy(touched, (call) => call.project)) {
      const arrived = new Map(calls.flatMap(arrivedCall).map((call) => [call.id, call]))
      if (arrived.size === 0) continue
      for (const call of arrived.values()) found.set(call, 0)
      for (const row of select.all<ParentBits>(JSON.stringify([...arrived.keys()]), project)) {
        const parent = arrived.get(row.id)
        if (parent?.trace_id === row.trace_id) found.set(parent, row.bits)
      }
    }
    return found
  }
}

const arrivedCall = ({ before, after }: Touched): Member[] =>
  after && !(before && isSamePlace(before, after)) ? [after] : []

const BITS = [FAILED, REQUEST_USAGE, OTHER_USAGE]

interface Loss {
  readonly project: number
  readonly id: string
  readonly trace_id: string
  readonly bits: number
  readonly level: number
}

/**
 * Takes from ancestors the bits that calls below them lost, unless another child has them. Each parent is looked at once
 * however many of its children a write touches, after all of them are written, and each bit is looked for until the first
 * child that has it.
 */
function lostBits(db: Database, members: Members, onChange: Noted) {
  const childWith = db.prepare(`select 1 from calls indexed by calls_by_parent
    where project = ? and parent_id = ? and trace_id = ? and started_at is not null
      and (${OWN_BITS} | below) & ? limit 1`)
  let pending = new Map<string, Loss>()

  function note(project: number, call: Member, bits: number, level = 0): void {
    const { parent_id: id, trace_id } = call
    if (bits === 0 || id === null || level >= LEVELS_MAX) return
    const key = JSON.stringify([project, id, trace_id])
    const known = pending.get(key)
    pending.set(key, { project, id, trace_id, bits: bits | (known?.bits ?? 0), level })
  }

  function take({ project, id, trace_id, bits, level }: Loss): void {
    const parent = members.find(project, id, trace_id)
    if (!parent) return
    const gone = BITS.filter(
      (bit) => (parent.below & bits & bit) !== 0 && !childWith.get(project, id, trace_id, bit),
    ).reduce((sum, bit) => sum | bit, 0)
    if (gone === 0) return
    members.setBelow(parent, parent.below & ~gone)
    onChange(project, parent)
    note(project, parent, gone & ~parent.own, level + 1)
  }

  return {
    note,
    pass(): void {
      while (pending.size > 0) {
        const losses = pending
        pending = new Map()
        for (const loss of losses.values()) take(loss)
      }
    },
    forget: () => pending.clear(),
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

interface RivalGroup {
  readonly key: readonly [project: number, trace_id: string, response_id: string, parent_id: string | null]
  /** The calls that were written. */
  readonly rids: Set<number>
}

/** How many siblings that report the same response compete: those that arrived first. The others are duplicates. */
export const RIVALS_MAX = 256

/** Siblings that report the same response, decided once per write however many of them it touches. */
function responseRivals(db: Database) {
  // The condition of the index, spelled as there: a parameter would not do.
  const ofGroup = `c.project = ? and c.trace_id = ? and c.response_id = ? and c.parent_id is ?
    and c.response_id is not null and c.started_at is not null and c.has_usage = 1 and c.usage_bit = ${REQUEST_USAGE}`
  const inGroup = db.prepare(`select c.rid, c.id, c.below, c.started_at, c.duplicate,
      coalesce(${textSql('input_preview')}, '') <> '' or coalesce(${textSql('output_preview')}, '') <> '' as has_content
    from calls c indexed by calls_by_response left join call_slots k on k.rid = c.rid
    left join call_starts s on s.rid = c.rid left join call_ends e on e.rid = c.rid
    where ${ofGroup} limit ${RIVALS_MAX}`)
  const setDuplicate = db.prepare('update calls set duplicate = ? where rid = ?')
  const markLate = db.prepare(`update calls as c set duplicate = 1 where ${ofGroup} and c.rid = ?`)
  const groups = new Map<string, RivalGroup>()

  function decide({ key, rids }: RivalGroup): void {
    const ranked = inGroup.all<Rival>(...key).sort(byPrecedence)
    for (const [place, { rid, duplicate }] of ranked.entries()) {
      const isDuplicate = place > 0 ? 1 : 0
      if (duplicate !== isDuplicate) setDuplicate.run(isDuplicate, rid)
      rids.delete(rid)
    }
    if (ranked.length === RIVALS_MAX) for (const rid of rids) markLate.run(...key, rid)
  }

  return {
    note(project: number, { rid, trace_id, response_id, parent_id }: Member): void {
      if (response_id === null) return
      const key = [project, trace_id, response_id, parent_id] as const
      const name = JSON.stringify(key)
      const group = groups.get(name) ?? { key, rids: new Set() }
      groups.set(name, group)
      group.rids.add(rid)
    },
    decide(): void {
      for (const group of groups.values()) decide(group)
      groups.clear()
    },
    forget: () => groups.clear(),
  }
}
