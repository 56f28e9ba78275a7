import { AscendingNumbers } from '../../../domain/measures/ascending.ts'
import { type Column, decodeColumn, MISSING } from './column.ts'
import { reportColumn } from './column-names.ts'
import {
  ALL_SUMS,
  CALLS,
  DIMENSIONS,
  LAST_STARTED_AT,
  LEFT_OUT,
  REPORTED_COST,
  RIDS,
  Rollup,
  SUMS,
  TOOK_MS,
} from './rollup.ts'
import { type TokenReader, tokenReader } from './token-reader.ts'
import { encodeTokens } from './token-values.ts'

/** The roll-up of several segments. Latencies are sorted, so that percentiles need a look at few of them. */
export class MergedRollup extends Rollup {
  override readonly ascendingMs: readonly AscendingNumbers[]
  readonly #columns: ReadonlyMap<string, Column>

  constructor(columns: ReadonlyMap<string, Column>, ascendingMs: readonly AscendingNumbers[]) {
    super()
    this.#columns = columns
    this.ascendingMs = ascendingMs
  }

  /** About what it takes in memory. */
  get byteLength(): number {
    return this.ascendingMs.reduce((sum, { byteLength }) => sum + KIND_BYTES + byteLength, 0)
  }

  override read(name: string): Column | undefined {
    return this.#columns.get(name)
  }
}

const KIND_BYTES = 512

/** Undefined where roll-ups tell calls apart by different dimensions, and where merging hardly makes them fewer. */
export function mergeRollups(rollups: readonly Rollup[]): MergedRollup | undefined {
  const [dimensions = [], ...others] = rollups.map(dimensionsOf)
  if (others.some((each) => each.join() !== dimensions.join())) return undefined
  const kinds = new Map<string, Kind>()
  let before = 0
  for (const rollup of rollups) before += addKinds(rollup, dimensions, kinds)
  if (kinds.size * 2 > before) return undefined
  const merged = [...kinds.values()]
  const ascendingMs = merged.map(({ tookMs }) => ascendingOf(tookMs))
  if (!ascendingMs.every((ascending) => ascending !== undefined)) return undefined
  return new MergedRollup(columnsOf(merged, dimensions, rollups), ascendingMs)
}

/** Segments in which no call reports usage have the model alone, which is missing. */
function dimensionsOf(rollup: Rollup): string[] {
  const model = rollup.read(reportColumn('model'))
  const isUnreported = model?.kind === 'codes' && model.codes.every((code) => code === MISSING)
  return [...DIMENSIONS].filter((name) => rollup.read(name) ?? (isUnreported && REPORTED.has(name)))
}

const REPORTED: ReadonlySet<string> = new Set([reportColumn('request_model'), reportColumn('preferred_cost')])

type Token = ReturnType<TokenReader>

interface Kind {
  /** In the order of the dimensions. */
  readonly tokens: readonly Token[]
  /** In the order of `SUMS`. */
  readonly sums: number[]
  reportedCost: number
  lastStartedAt: number
  readonly tookMs: Float64Array[]
}

/** Returns how many there were. */
function addKinds(rollup: Rollup, dimensions: readonly string[], kinds: Map<string, Kind>): number {
  const tokenReaders = dimensions.map((name) => {
    const column = rollup.read(name)
    return column ? tokenReader(column) : () => null
  })
  const sums = SUMS.map((name) => rollup.numbers(name))
  const [costs, starts, took] = [REPORTED_COST, LAST_STARTED_AT, TOOK_MS].map((name) => rollup.numbers(name))
  const count = starts?.length ?? 0
  let from = 0
  for (let place = 0; place < count; place++) {
    const tokens = tokenReaders.map((tokenAt) => tokenAt(place))
    const kind = kindOf(tokens, kinds)
    for (const [at, values] of sums.entries()) kind.sums[at] = (kind.sums[at] ?? 0) + (values[place] ?? 0)
    kind.reportedCost += costs?.[place] ?? 0
    kind.lastStartedAt = Math.max(kind.lastStartedAt, starts?.[place] ?? 0)
    const to = from + (sums[SUMS.indexOf(CALLS)]?.[place] ?? 0)
    if (took) kind.tookMs.push(took.subarray(from, to))
    from = to
  }
  return count
}

function kindOf(tokens: readonly Token[], kinds: Map<string, Kind>): Kind {
  // JSON has no such characters.
  const key = tokens.map((token) => (token === undefined ? '\u0001' : (token ?? ''))).join('\0')
  const known = kinds.get(key)
  if (known) return known
  const kind: Kind = {
    tokens,
    sums: [],
    reportedCost: 0,
    lastStartedAt: Number.NEGATIVE_INFINITY,
    tookMs: [],
  }
  kinds.set(key, kind)
  return kind
}

/** Undefined where one is not a whole number of 32 bits. */
function ascendingOf(runs: readonly Float64Array[]): AscendingNumbers | undefined {
  const values = new Uint32Array(runs.reduce((sum, { length }) => sum + length, 0))
  let from = 0
  for (const run of runs) {
    values.set(run, from)
    for (let at = 0; at < run.length; at++) if (values[from + at] !== run[at]) return undefined
    from += run.length
  }
  return new AscendingNumbers(values.sort())
}

function columnsOf(
  kinds: readonly Kind[],
  dimensions: readonly string[],
  rollups: readonly Rollup[],
): Map<string, Column> {
  const numbers = (values: readonly number[]): Column => ({
    kind: 'numbers',
    values: Float64Array.from(values),
  })
  const rids = rollups.flatMap((rollup) => [...rollup.numbers(RIDS)])
  return new Map([
    ...dimensions.map(
      (name, at) => [name, decodeColumn(encodeTokens(kinds.map(({ tokens }) => tokens[at])))] as const,
    ),
    [ALL_SUMS, numbers(SUMS.flatMap((_, at) => kinds.map(({ sums }) => sums[at] ?? 0)))],
    [REPORTED_COST, numbers(kinds.map(({ reportedCost }) => reportedCost))],
    [LAST_STARTED_AT, numbers(kinds.map(({ lastStartedAt }) => lastStartedAt))],
    [LEFT_OUT, numbers(rollups.flatMap((rollup) => [...rollup.numbers(LEFT_OUT)]))],
    [RIDS, numbers([Math.min(...rids), Math.max(...rids)])],
  ])
}
