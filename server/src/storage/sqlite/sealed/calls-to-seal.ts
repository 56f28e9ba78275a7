import { groupBy } from '../../../domain/measures/group-by.ts'
import type { ModelUsage } from '../../../domain/prices/price.ts'
import { NOT_COUNTED } from '../calls/call-family.ts'
import { USAGE_SQL } from '../calls/call-parts.ts'
import type { Database } from '../database/driver.ts'
import { storedTextSql } from '../texts/sealed-texts.ts'
import { slotOf } from '../texts/slots.ts'
import { TextBlock } from '../texts/text-block.ts'
import { LISTED_RID, TEXTS, type TextName } from '../texts/text-names.ts'
import type { CallToSeal } from './call-to-seal.ts'

/** A call that may be sealed. */
export interface Candidate {
  readonly rid: number
  readonly project: number
  /** The length of all its texts. */
  readonly bytes: number
}

/** Calls that were read together, and the newest change they had seen. */
export interface ReadCalls {
  readonly calls: readonly CallToSeal[]
  readonly seen: number
}

const SIZE = 'c.start_bytes + c.end_bytes as size_bytes'
const IS_COMPLETE = 'c.started_at is not null and c.ended_at is not null'

const INCREMENTAL = 2

/** What the sealer reads. */
export function callsToSeal(db: Database) {
  const candidates =
    db.prepare(`select c.rid, c.project, c.start_bytes + c.end_bytes + coalesce(octet_length(e.exception), 0) as bytes
    from call_ends e cross join calls c on c.rid = e.rid
    where e.rid > ? and e.rid <= ? and ${IS_COMPLETE} order by e.rid limit ?`)
  const newestRid = db.prepare('select coalesce(max(rid), 0) as n from calls')
  const newestChange = db.prepare('select coalesce(max(seq), 0) as n from call_changes')
  const complete =
    db.prepare(`select c.rid, c.id, c.trace_id, c.parent_id, c.thread_id, c.turn_id, c.op, c.started_at,
      c.ended_at, c.failed, c.wb_user_id, c.wb_run_id, c.kind, c.end_user, c.is_span, ${SIZE},
      coalesce(${NOT_COUNTED}, 0) as not_counted,
      ${TEXTS.map((name) => `cast(${storedTextSql(name)} as blob) as ${name}`).join(', ')}
    from json_each(?) j cross join calls c on c.rid = j.value left join call_slots k on k.rid = c.rid
    left join call_starts s on s.rid = c.rid left join call_ends e on e.rid = c.rid where ${IS_COMPLETE}`)
  const reported = db.prepare(`select u.rid, ${USAGE_SQL}
    from json_each(?) j cross join call_usage u on u.rid = j.value`)
  const worn = db.prepare(`select id, project from call_segments
    where removed > 0 and id not in (select value from json_each(?)) order by removed * 1.0 / calls desc limit 1`)
  const blocks = db.prepare('select id, previews from call_blocks where segment = ? order by first_place')
  const selectSlot = db.prepare('select slot from call_slots where rid = ?')
  const canReclaim = db.prepare('pragma auto_vacuum').get()?.auto_vacuum === INCREMENTAL
  const numberOf = (statement: typeof newestRid) => statement.get<{ n: number }>()?.n ?? 0

  function* inSegment(segment: number): Generator<number> {
    for (const { id, previews } of blocks.all<{ id: number; previews: Uint8Array }>(segment)) {
      const block = new TextBlock(previews)
      for (let at = 0; at < block.rows; at++) {
        const rid = Number(block.text(at, LISTED_RID))
        if (selectSlot.get<{ slot: number }>(rid)?.slot === slotOf(id, at)) yield rid
      }
    }
  }

  function readWithin(rids: readonly number[]): CallToSeal[] {
    const list = JSON.stringify(rids)
    const usage = groupBy(reported.all<ModelUsage & { readonly rid: number }>(list), ({ rid }) => rid)
    const calls = complete.all<StoredCall>(list)
    return calls.map((call) => toSeal(call, usage.get(call.rid) ?? []))
  }

  return {
    newestRid: () => numberOf(newestRid),
    newestChange: () => numberOf(newestChange),
    /** Calls that have ended and are not sealed, by arrival: after one, up to another. */
    candidates: (after: number, upTo: number, atMost: number) =>
      candidates.all<Candidate>(after, upTo, atMost),
    read: (rids: readonly number[]): ReadCalls =>
      db.inSnapshot(() => ({
        seen: numberOf(newestChange),
        calls: readWithin(rids),
      })),
    /** The same calls, read in a snapshot that is already open. */
    readWithin,
    /** The segment that has the largest part of its calls removed, except for some. */
    mostWorn: (except: Iterable<number>) =>
      worn.get<{ id: number; project: number }>(JSON.stringify([...except])),
    /** Calls that are still in a segment. */
    callsIn: (segment: number): number[] => db.inSnapshot(() => [...inSegment(segment)]),
    /** The same, read in a snapshot that is already open. */
    callsWithin: (segment: number): number[] => [...inSegment(segment)],
    /** Free pages that can be returned to the file system: none in a database that was created without that. */
    freePages: () =>
      canReclaim ? Number(db.prepare('pragma freelist_count').get()?.freelist_count ?? 0) : 0,
  }
}

/** As the binding returns it. */
type StoredCall = Omit<CallToSeal, 'usage' | TextName> & {
  readonly [Name in TextName]: Exclude<CallToSeal[Name], Buffer> | Uint8Array
}

/** Makes it of the same row: to copy one takes longer than to read it. */
const toSeal = (call: StoredCall, usage: readonly ModelUsage[]): CallToSeal =>
  Object.assign(call, {
    attributes: bufferOf(call.attributes),
    inputs: bufferOf(call.inputs),
    otel_dump: call.otel_dump && bufferOf(call.otel_dump),
    output: call.output && bufferOf(call.output),
    summary: bufferOf(call.summary),
    exception: call.exception && bufferOf(call.exception),
    input_preview: call.input_preview && bufferOf(call.input_preview),
    output_preview: call.output_preview && bufferOf(call.output_preview),
    usage,
  })

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
