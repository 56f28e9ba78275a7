import { segmentColumns } from '../columns/segment-columns.ts'
import { signatureOf, slicesOf } from '../signatures/signature.ts'
import { partsUnlikeBefore } from '../signatures/unlike-before.ts'
import { cutInputs, cutOutput } from '../texts/span-dump-gaps.ts'
import { packTexts } from '../texts/text-block.ts'
import { LISTED } from '../texts/text-names.ts'
import type { CallToSeal } from './call-to-seal.ts'

/** A segment on its way to the writer. */
export interface NewSegment {
  readonly project: number
  /** Calls by place. */
  readonly rids: readonly number[]
  readonly started_from: number
  readonly started_to: number
  readonly blocks: readonly NewBlock[]
  /** Values by the names of fields, as `columns/` encodes them. */
  readonly columns: Map<string, Uint8Array>
  /** Trigrams of the blocks, as `signature.ts` slices them. */
  readonly signatures: readonly Uint8Array[]
  /** The number of the newest change that these calls had seen when they were read. */
  readonly seen: number
}

interface NewBlock {
  readonly first_place: number
  readonly calls: number
  readonly previews: Uint8Array
  readonly payloads: Uint8Array
}

/**
 * A column of 16-bit numbers has just under 2,030 bytes then: SQLite gives more than that a page of its own, of 8 KB, since the
 * table is sorted by its primary key.
 */
export const CALLS_PER_SEGMENT = 992

/** Blocks are cut between traces once they have this many bytes, and within a trace before they have more than a window. */
const BLOCK_BYTES = 65_536
const BLOCK_BYTES_MAX = 1_000_000

export function newSegment(project: number, calls: readonly CallToSeal[], seen: number): NewSegment {
  const ordered = byTrace(calls)
  const blocks = blocksOf(ordered)
  const starts = ordered.map(({ started_at }) => started_at)
  return {
    project,
    rids: ordered.map(({ rid }) => rid),
    started_from: Math.min(...starts),
    started_to: Math.max(...starts),
    blocks,
    columns: segmentColumns(ordered),
    signatures: slicesOf(
      blocks.map(({ first_place, calls }) => signatureOfCalls(ordered, first_place, calls)),
    ),
    seen,
  }
}

/** Traces in the order of arrival of their first calls; within each, by start. */
function byTrace(calls: readonly CallToSeal[]): CallToSeal[] {
  const places = new Map<string, number>()
  for (const { trace_id } of calls) if (!places.has(trace_id)) places.set(trace_id, places.size)
  const placeOf = ({ trace_id }: CallToSeal) => places.get(trace_id) ?? 0
  return calls.toSorted((a, b) => placeOf(a) - placeOf(b) || a.started_at - b.started_at || a.rid - b.rid)
}

function blocksOf(calls: readonly CallToSeal[]): NewBlock[] {
  const payloads = calls.map(payloadsOf)
  const listed = calls.map((call) =>
    LISTED.map((name) => (name === 'rid' ? Buffer.from(String(call.rid)) : call[name])),
  )
  const blockOf = (from: number, to: number): NewBlock => ({
    first_place: from,
    calls: to - from,
    previews: packTexts(listed.slice(from, to)),
    payloads: packTexts(payloads.slice(from, to)),
  })
  const blocks: NewBlock[] = []
  let first = 0
  let bytes = 0
  for (const [place, call] of calls.entries()) {
    const isNewTrace = call.trace_id !== calls[place - 1]?.trace_id
    const size = lengthOf([...(payloads[place] ?? []), call.summary, call.exception])
    const isFull = bytes + size > BLOCK_BYTES_MAX || (isNewTrace && bytes >= BLOCK_BYTES)
    if (place > first && isFull) {
      blocks.push(blockOf(first, place))
      first = place
      bytes = 0
    }
    bytes += size
  }
  return [...blocks, blockOf(first, calls.length)]
}

/** The signature of all that can be searched for phrases. */
export function signatureOfCalls(calls: readonly CallToSeal[], first: number, count: number): Uint8Array {
  const unlikeBefore = SEARCHED.map(partsUnlikeBefore)
  const texts = calls.slice(first, first + count).flatMap((call) =>
    SEARCHED.flatMap((name, at) => {
      const text = call[name]
      return text ? (unlikeBefore[at]?.(text) ?? text) : []
    }),
  )
  return signatureOf(texts)
}

const SEARCHED = ['attributes', 'inputs', 'output', 'summary', 'exception'] as const

/** In the order of `TEXTS`. */
const payloadsOf = (call: CallToSeal): Texts => [
  call.attributes,
  call.inputs,
  // One that was sealed by an earlier version has no gaps yet.
  call.otel_dump && cutOutput(cutInputs(call.otel_dump, call.inputs), call.output),
  call.output,
]

type Texts = readonly (Buffer | null)[]

const lengthOf = (texts: Texts): number => texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
