import { messageOf } from '../../../errors.ts'
import { countBits } from '../bits.ts'
import { type Column, decodeColumn } from '../columns/column.ts'
import { ROLLUPS } from '../columns/column-names.ts'
import { LEFT_OUT, StoredRollup } from '../columns/rollup.ts'
import { rollUps } from '../columns/rollup-writes.ts'
import { segmentColumns } from '../columns/segment-columns.ts'
import { type Segment, segmentsOf } from '../columns/segments.ts'
import { type TokenReader, tokenReader } from '../columns/token-reader.ts'
import type { Database } from '../database/driver.ts'
import type { CallToSeal } from '../sealed/call-to-seal.ts'
import { callsToSeal } from '../sealed/calls-to-seal.ts'
import { signatureOfCalls } from '../sealed/segment.ts'
import { slicesOf } from '../signatures/signature.ts'
import type { Findings } from './findings.ts'

/**
 * Opens every block of sealed calls, and derives columns and signatures anew. Those of a segment that lost calls cannot be compared,
 * since the calls are gone; the sealer rewrites such segments.
 */
export function checkSegments(db: Database, findings: Findings): void {
  const reads = callsToSeal(db)
  for (const { id: project } of db.prepare('select id from projects').all<{ id: number }>()) {
    for (const segment of segmentsOf(db, project)) {
      findings.examined()
      try {
        const rids = reads.callsWithin(segment.id)
        checkPlaces(segment, rids.length, findings)
        if (segment.removed > 0) continue
        const calls = inOrder(rids, reads.readWithin(rids))
        checkColumns(db, project, segment.id, calls, findings)
        checkSignatures(db, project, segment.id, calls, findings)
      } catch (error) {
        const reason = messageOf(error)
        findings.problem(`segment ${segment.id} cannot be read: ${reason}`)
      }
    }
  }
}

function inOrder(rids: readonly number[], calls: readonly CallToSeal[]): CallToSeal[] {
  const byRid = new Map(calls.map((call) => [call.rid, call]))
  return rids.flatMap((rid) => byRid.get(rid) ?? [])
}

function checkPlaces(segment: Segment, calls: number, findings: Findings): void {
  const marked = segment.removed_places === null ? 0 : countBits(segment.removed_places)
  if (marked !== segment.removed || segment.places - segment.removed !== calls)
    findings.problem(
      `segment ${segment.id} should have ${segment.places - segment.removed} calls, and has ${calls}`,
    )
}

interface StoredColumn {
  readonly name: string
  readonly data: Uint8Array
}

function checkColumns(
  db: Database,
  project: number,
  segment: number,
  calls: readonly CallToSeal[],
  findings: Findings,
): void {
  const derived = segmentColumns(calls)
  const stored = db.prepare(
    'select n.name, c.data from call_columns c join column_names n on n.id = c.column_id where c.project = ? and c.segment = ?',
  )
  for (const { name, data } of stored.iterate<StoredColumn>(project, segment)) {
    if (isRollup(name)) {
      if (!isRollupOf(name, data, derived))
        findings.problem(`${name} of segment ${segment} has other sums than its calls`)
      continue
    }
    const expected = derived.get(name)
    if (expected && !agree(decodeColumn(data), decodeColumn(expected)))
      findings.problem(`column ${name} of segment ${segment} has other values than its calls`)
  }
}

const isRollup = (name: string): boolean => ROLLUPS.some((rollup) => rollup === name)

/** Which usage counts may have changed since the calls were sealed, so that a roll-up is compared with what it left out itself. */
function isRollupOf(name: string, data: Uint8Array, columns: ReadonlyMap<string, Uint8Array>): boolean {
  const leftOut = new Set(new StoredRollup(data).numbers(LEFT_OUT))
  const expected = rollUps(columns, (rid) => !leftOut.has(rid)).get(name)
  return expected !== undefined && Buffer.compare(data, expected) === 0
}

/** Whether a stored column says of each place what the calls say, or that it does not know. */
function agree(stored: Column, derived: Column): boolean {
  const [known, expected] = [tokensOf(stored), tokensOf(derived)]
  return (
    known.length === expected.length &&
    known.every(
      (token, place) => token === undefined || expected[place] === undefined || token === expected[place],
    )
  )
}

const tokensOf = (column: Column): ReturnType<TokenReader>[] =>
  Array.from(column.kind === 'codes' ? column.codes.keys() : column.values.keys(), tokenReader(column))

function checkSignatures(
  db: Database,
  project: number,
  segment: number,
  calls: readonly CallToSeal[],
  findings: Findings,
): void {
  const firsts = db
    .prepare('select first_place from call_blocks where segment = ? order by first_place')
    .all<{ first_place: number }>(segment)
    .map(({ first_place }) => first_place)
  const signatures = firsts.map((first, at) =>
    signatureOfCalls(calls, first, (firsts[at + 1] ?? calls.length) - first),
  )
  const stored = db.prepare(
    'select bits from call_signatures where project = ? and slice = ? and segment = ?',
  )
  for (const [slice, expected] of slicesOf(signatures).entries()) {
    const bits = stored.get<{ bits: Uint8Array }>(project, slice, segment)?.bits
    // A bit too many only opens a block in vain.
    if (bits && expected.every((byte, at) => (byte & ~(bits[at] ?? 0)) === 0)) continue
    findings.problem(`a search for text may miss calls of segment ${segment}`)
    return
  }
}
