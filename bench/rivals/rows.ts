import { formatted, median } from '../report/numbers.ts'
import type { Measurement } from './compare.ts'
import { READS, type ReadName } from './contender.ts'

/** A line of the comparison. */
export interface Row {
  readonly name: string
  readonly better: 'lower' | 'higher'
  /** Bound that Heddle has to reach. */
  readonly aim?: number
  /** Undefined if the contender has no such thing. */
  value(measured: Measurement): number | undefined
  /** What the table shows where there is no value; `none` by default. */
  text?(measured: Measurement): string
}

const READ_AIMS_MS: Record<ReadName, number> = {
  'newest 50 roots, full': 3,
  'first page as its UI asks': 2,
  'one span by id': 0.7,
  'one trace (5–10 spans)': 1.5,
  'long trace, full': 400,
  'long trace, tree only': 80,
  'count by name': 1,
  'count by model': 4,
  'count by temperature > x': 4,
  'newest 50 by model': 5,
  'newest 50 with a rare phrase in the input': 15,
}

const lower = (name: string, value: Row['value'], aim?: number): Row => ({
  name,
  better: 'lower',
  value,
  ...(aim !== undefined && { aim }),
})

const higher = (name: string, value: Row['value'], aim?: number): Row => ({
  ...lower(name, value, aim),
  better: 'higher',
})

export const RESOURCE_ROWS: readonly Row[] = [
  lower('start to first answer, s', ({ startSeconds }) => startSeconds, 0.5),
  lower('idle memory, RSS MiB', ({ idle }) => idle.rssMiB, 80),
  lower('idle memory, PSS MiB', ({ idle }) => idle.pssMiB),
  lower('processes', ({ idle }) => idle.processes),
  lower(
    'peak memory under load, RSS MiB',
    ({ batchesOf500: { first, rest } }) => Math.max(first.peakRssMiB, rest.peakRssMiB),
    250,
  ),
  lower('peak memory under load, PSS MiB', ({ batchesOf500: { first, rest } }) =>
    Math.max(first.peakPssMiB, rest.peakPssMiB),
  ),
  higher(
    'spans/s stored and readable, batches of 500',
    ({ batchesOf500: { rest } }) => rest.spans / rest.readableSeconds,
    12_000,
  ),
  higher(
    'spans/s stored and readable, batches of 100',
    ({ batchesOf100: { rest } }) => rest.spans / rest.readableSeconds,
    6_000,
  ),
  lower(
    'the first fifth of the spans after the start, until readable, s',
    ({ batchesOf500 }) => batchesOf500.first.readableSeconds,
  ),
  lower(
    'server CPU per 1,000 spans until readable, s',
    ({ batchesOf500: { rest } }) => (rest.cpuSeconds / rest.spans) * 1000,
  ),
  lower(
    'server CPU per 1,000 spans with background work, s',
    ({ settledCpuSeconds, spans }) => (settledCpuSeconds / spans) * 1000,
    0.08,
  ),
  lower('disk per span right after the load, KB', ({ bytesPerSpan }) => bytesPerSpan.loaded / 1000),
  lower('disk per span, settled, KB', ({ bytesPerSpan }) => bytesPerSpan.settled / 1000, 1.2),
  lower('disk per span after a clean stop, KB', ({ bytesPerSpan }) => bytesPerSpan.stopped / 1000),
  survival('survive `kill -9` after the last acknowledgement', ({ survivedKill }) => survivedKill),
  survival('survive a clean stop after the last acknowledgement', ({ survivedStop }) => survivedStop),
]

/** A row for each read with one client, and with four. */
export const readRows = (clients: 'one' | 'four'): readonly Row[] =>
  READS.map((name) => ({
    name,
    better: 'lower',
    ...(clients === 'one' && { aim: READ_AIMS_MS[name] }),
    value({ reads }) {
      const result = reads[name]
      return result && 'one' in result ? result[clients] : undefined
    },
    text({ reads }) {
      const result = reads[name]
      return result && 'failure' in result ? result.failure : 'none'
    },
  }))

/** Survivors have no ratio: losing acknowledged spans is no matter of degree. */
function survival(name: string, survivors: (measured: Measurement) => number): Row {
  return {
    name,
    better: 'higher',
    value: () => undefined,
    text(measured) {
      const kept = survivors(measured)
      return kept === measured.spans ? 'all' : `**${whole(kept)} of ${whole(measured.spans)}**`
    },
  }
}

/** Measurements of one contender, one a round. */
export type Rounds = readonly Measurement[]

export function textOf(row: Row, rounds: Rounds): string {
  const value = medianOf(row, rounds)
  if (value !== undefined) return Number.isInteger(value) ? whole(value) : formatted(value)
  return [...new Set(rounds.map((measured) => row.text?.(measured) ?? 'none'))].join(', ')
}

/** How many times better than the best rival; NaN if no rival has a value. */
export function advantage(row: Row, rivals: readonly Rounds[], ours: Rounds): number {
  const values = rivals.map((rounds) => medianOf(row, rounds)).filter((value) => value !== undefined)
  const own = medianOf(row, ours)
  if (own === undefined || values.length === 0) return Number.NaN
  return row.better === 'lower' ? Math.min(...values) / own : own / Math.max(...values)
}

/** The aim, and whether the measurements reach it. */
export function aimText(row: Row, ours: Rounds): string {
  const own = medianOf(row, ours)
  if (row.aim === undefined || own === undefined) return ''
  return `${row.better === 'lower' ? '≤' : '≥'} ${row.aim.toLocaleString('en-US')} ${verdict(row, row.aim, own)}`
}

/** The median of the rounds. */
function medianOf(row: Row, rounds: Rounds): number | undefined {
  const values = rounds.map((measured) => row.value(measured)).filter((value) => value !== undefined)
  return values.length === 0 ? undefined : median(values)
}

function verdict({ better }: Row, aim: number, own: number): string {
  const missedBy = better === 'lower' ? own / aim : aim / own
  return missedBy <= 1 ? '✓' : `✗ by ${formatted(missedBy)}×`
}

const whole = (value: number): string => value.toLocaleString('en-US')
