import { wholeMs } from '../../../domain/calls/status.ts'
import { groupBy } from '../../../domain/measures/group-by.ts'
import { type Codes, type Column, decodeColumn, encodeNumbers, FIRST_CODE, MISSING } from './column.ts'
import { ROLLUPS, reportColumn } from './column-names.ts'
import {
  ALL_SUMS,
  CALLS,
  encodeRollup,
  LAST_STARTED_AT,
  LEFT_OUT,
  OPTIONAL_DIMENSIONS,
  REPORTED_COST,
  REPORTS,
  REQUIRED_DIMENSIONS,
  RIDS,
  SUMS,
  TOOK_MS,
} from './rollup.ts'
import { codeReader } from './token-reader.ts'
import { encodeTokens } from './token-values.ts'

/** With more kinds of calls in a segment, its columns are as fast. */
const KINDS_MAX = 256

/** Adds up the columns of a segment. There is no roll-up with too many kinds of calls, and none that another makes superfluous. */
export function rollUps(
  columns: ReadonlyMap<string, Uint8Array>,
  isCounted: (rid: number) => boolean,
): Map<string, Uint8Array> {
  const read = columnsRead(columns)
  const found = OPTIONAL_DIMENSIONS.flatMap((optional) => kindsOf(read, optional) ?? [])
  const kinds = found.filter(
    ({ firsts }, at) => firsts.length * FINER < (found[at + 1]?.firsts.length ?? Number.POSITIVE_INFINITY),
  )
  return new Map(
    ROLLUPS.flatMap((name, at) => {
      const each = kinds[at]
      return each ? [[name, rollUp(read, each, isCounted)]] : []
    }),
  )
}

/** With less than so many times the kinds, a finer roll-up is as fast as a coarse one. */
const FINER = 2

type ReadColumn = (name: string) => Column | undefined

/** Each is decoded once. */
function columnsRead(columns: ReadonlyMap<string, Uint8Array>): ReadColumn {
  const decoded = new Map<string, Column>()
  return (name) => {
    const bytes = columns.get(name)
    const column = decoded.get(name) ?? (bytes && decodeColumn(bytes))
    if (column) decoded.set(name, column)
    return column
  }
}

function rollUp(read: ReadColumn, kinds: Kinds, isCounted: (rid: number) => boolean): Uint8Array {
  const numbers = (name: string) => numbersIn(read(name))
  const rids = numbers('rid')
  const [starts, ends] = [numbers('started_at'), numbers('ended_at')]
  const requests = numbers(reportColumn('requests'))
  const reports = rids.map((rid, place) =>
    Number(!Number.isNaN(requests[place] ?? Number.NaN) && isCounted(rid)),
  )
  const sumOf = (name: string): Float64Array => {
    if (name === CALLS) return sumByKind(kinds, () => 1)
    if (name === REPORTS) return sumByKind(kinds, (place) => reports[place] ?? 0)
    const values = numbers(name)
    return sumByKind(kinds, (place) => (reports[place] && values[place]) || 0)
  }
  const took = kinds.order.map((place) => wholeMs((ends[place] ?? 0) - (starts[place] ?? 0)))
  const leftOut = rids.filter((rid) => !isCounted(rid))
  const cost = sumOf(REPORTED_COST)
  return encodeRollup(
    new Map([
      ...[...kinds.dimensions].map(([name, codes]) => [name, encodeByKind(kinds, codes)] as const),
      [ALL_SUMS, encodeNumbers(Float64Array.from(SUMS.flatMap((name) => [...sumOf(name)])))],
      ...(cost.some((sum) => sum !== 0) ? [[REPORTED_COST, encodeNumbers(cost)] as const] : []),
      [LAST_STARTED_AT, encodeNumbers(lastByKind(kinds, starts))],
      [TOOK_MS, encodeNumbers(Float64Array.from(took))],
      ...(leftOut.length > 0 ? [[LEFT_OUT, encodeNumbers(leftOut)] as const] : []),
      [RIDS, encodeNumbers(Float64Array.of(Math.min(...rids), Math.max(...rids)))],
    ]),
  )
}

const numbersIn = (column: Column | undefined): Float64Array =>
  column?.kind === 'numbers' ? column.values : new Float64Array()

/** The calls of a segment by kind. */
interface Kinds {
  /** What tells them apart, by name. */
  readonly dimensions: ReadonlyMap<string, Codes>
  /** Places, kind by kind. */
  readonly order: readonly number[]
  /** The kind at each place. */
  readonly kindAt: Uint16Array
  /** A place of each kind. */
  readonly firsts: readonly number[]
}

/** Dimensions that make too many kinds are left out. Undefined where one of them is required. */
function kindsOf(read: ReadColumn, optional: readonly string[]): Kinds | undefined {
  const dimensions = new Map<string, Codes>()
  const places = numbersIn(read('rid')).length
  let kinds: readonly number[] = Array.from({ length: places }, () => 0)
  for (const name of [...REQUIRED_DIMENSIONS, ...optional]) {
    const codes = codesIn(read(name))
    const split = codes && splitBy(kinds, codes.codes)
    if (!split) continue
    if (split.count <= KINDS_MAX) {
      dimensions.set(name, codes)
      kinds = split.kinds
    } else if (REQUIRED_DIMENSIONS.includes(name)) return undefined
  }
  const [outcome = '', ...reported] = REQUIRED_DIMENSIONS
  const byOrder = [outcome, ...optional, ...reported].flatMap((name) => dimensions.get(name)?.codes ?? [])
  return { dimensions, ...inOrder(byOrder, kinds) }
}

/** A column with numbers is about whether there is one. */
function codesIn(column: Column | undefined): Codes | undefined {
  if (column?.kind !== 'numbers') return column
  const codes = Uint8Array.from(column.values, (value) => (Number.isNaN(value) ? MISSING : FIRST_CODE))
  return { codes, tokens: () => ['1'] }
}

function splitBy(kinds: readonly number[], codes: Codes['codes']) {
  const known = new Map<number, number>()
  const split = kinds.map((kind, place) => {
    const key = kind * CODES + (codes[place] ?? MISSING)
    const number = known.get(key) ?? known.size
    known.set(key, number)
    return number
  })
  return { kinds: split, count: known.size }
}

/** More than a column has. */
const CODES = 65_536

/** Kinds that differ only in what they report are side by side, so that the latencies of an op are mostly one run. */
function inOrder(codes: readonly Codes['codes'][], kinds: readonly number[]): Omit<Kinds, 'dimensions'> {
  const byKind = groupBy(kinds.keys(), (place) => kinds[place])
  const compare = ([a = 0]: readonly number[], [b = 0]: readonly number[]): number => {
    const different = codes.find((values) => values[a] !== values[b])
    return different ? (different[a] ?? 0) - (different[b] ?? 0) : 0
  }
  const ordered = [...byKind.values()].sort(compare)
  const kindAt = new Uint16Array(kinds.length)
  for (const [kind, places] of ordered.entries()) for (const place of places) kindAt[place] = kind
  return { order: ordered.flat(), kindAt, firsts: ordered.map(([first = 0]) => first) }
}

const encodeByKind = ({ firsts }: Kinds, codes: Codes): Uint8Array =>
  encodeTokens(firsts.map(codeReader(codes)))

function sumByKind({ kindAt, firsts }: Kinds, valueAt: (place: number) => number): Float64Array {
  const sums = new Float64Array(firsts.length)
  for (let place = 0; place < kindAt.length; place++) {
    const kind = kindAt[place] ?? 0
    sums[kind] = (sums[kind] ?? 0) + valueAt(place)
  }
  return sums
}

function lastByKind({ kindAt, firsts }: Kinds, starts: Float64Array): Float64Array {
  const last = Float64Array.from(firsts, (place) => starts[place] ?? 0)
  for (const [place, kind] of kindAt.entries()) last[kind] = Math.max(last[kind] ?? 0, starts[place] ?? 0)
  return last
}
