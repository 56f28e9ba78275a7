import { isObject } from '@heddle/contract/call/json'
import { type ExampleRow, type Score, type Trial, trialScore } from '@heddle/contract/compare/scores'
import { formatPreview } from '../../format/preview.ts'

/** One trial of a run, with the example it was about. */
export interface TrialRow {
  readonly id: string
  readonly digest: string
  readonly example: unknown
  readonly trial: Trial
  readonly error: string | undefined
}

/** All trials of a run, in the order of the rows. `errors` has the exceptions of calls by id. */
export function trialRows(
  rows: readonly ExampleRow[],
  runId: string,
  errors: ReadonlyMap<string, string>,
): TrialRow[] {
  return rows.flatMap(({ row_digest, raw_data_row, evaluations }) =>
    evaluations
      .filter(({ evaluation_call_id }) => evaluation_call_id === runId)
      .flatMap(({ trials }) =>
        trials.map((trial) => ({
          id: trial.predict_and_score_call_id,
          digest: row_digest,
          example: raw_data_row,
          trial,
          error: trialError(trial, errors),
        })),
      ),
  )
}

/** The exception of a trial: its own, or that of the model. */
export const trialError = (trial: Trial, errors: ReadonlyMap<string, string>): string | undefined =>
  errors.get(trial.predict_and_score_call_id) ?? errors.get(trial.predict_call_id ?? '')

/** The calls whose exceptions are those of the trials of a run. */
export const trialCallIds = (rows: readonly ExampleRow[], runId: string): string[] =>
  callIdsOf(trialRows(rows, runId, new Map()).map(({ trial }) => trial))

/** The calls whose exceptions are those of the trials. */
export const callIdsOf = (trials: readonly Trial[]): string[] =>
  trials.flatMap(({ predict_and_score_call_id, predict_call_id }) => [
    predict_and_score_call_id,
    ...(predict_call_id === null ? [] : [predict_call_id]),
  ])

/** Names under which datasets usually keep the wanted output. */
const EXPECTED = [
  'expected',
  'expected_output',
  'target',
  'reference',
  'ground_truth',
  'answer',
  'label',
  'output',
]

export function expectedOf(example: unknown): unknown {
  if (!isObject(example)) return undefined
  const key = EXPECTED.find((name) => Object.hasOwn(example, name))
  return key === undefined ? undefined : example[key]
}

/** The first string of an example usually identifies it best. */
export function exampleText(example: unknown): string {
  const texts = isObject(example) ? Object.values(example).filter((value) => typeof value === 'string') : []
  return formatPreview(texts[0] ?? example)
}

export interface RunFigures {
  readonly errors: number
  /** Of the trials that have one, in seconds. */
  readonly p50: number | null
  readonly p95: number | null
  readonly tokens: number | null
  readonly cost: number | null
}

export function figuresOf(rows: readonly TrialRow[]): RunFigures {
  const latencies = known(rows.map(({ trial }) => trial.model_latency_seconds)).toSorted((a, b) => a - b)
  const sum = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
  return {
    errors: rows.filter(({ error }) => error !== undefined).length,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    tokens: sum(known(rows.map(({ trial }) => trial.total_tokens))),
    cost: sum(known(rows.map(({ trial }) => trial.total_cost))),
  }
}

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null

/** A range of scores and how many trials are in it. */
export interface Bin {
  readonly from: number
  /** In the range only of the last one. */
  readonly to: number
  readonly isLast: boolean
  readonly count: number
}

const BINS = 10

/** Distribution of a score: failed and passed for a verdict, else ten equal ranges. */
export function binsOf(rows: readonly TrialRow[], score: Score): Bin[] {
  const values = known(rows.map(({ trial }) => trialScore([trial], score)))
  if (values.length === 0) return []
  const isVerdict = score.kind === 'binary'
  const lowest = isVerdict ? 0 : values.reduce((least, value) => Math.min(least, value))
  const highest = isVerdict ? 1 : values.reduce((most, value) => Math.max(most, value))
  const count = isVerdict ? 2 : lowest === highest ? 1 : BINS
  const width = (highest - lowest) / count
  return Array.from({ length: count }, (_, at) => {
    const isLast = at === count - 1
    const range = { from: lowest + at * width, to: isLast ? highest : lowest + (at + 1) * width, isLast }
    return { ...range, count: values.filter((value) => isIn(range, value)).length }
  })
}

/** Which trials of a run are shown. */
export interface TrialFilter {
  readonly words: string
  readonly only: 'all' | 'failed' | 'errors'
  readonly score: Score | undefined
  readonly bin: Bin | undefined
}

/** A trial fails if any of its verdicts does. */
const isFailed = (row: TrialRow, scores: readonly Score[]): boolean =>
  row.error !== undefined ||
  scores.some((score) => score.kind === 'binary' && (trialScore([row.trial], score) ?? 1) < 1)

export function matchingTrials(
  rows: readonly TrialRow[],
  scores: readonly Score[],
  { words, only, score, bin }: TrialFilter,
): TrialRow[] {
  const needle = words.trim().toLowerCase()
  return rows.filter((row) => {
    if (only === 'failed' && !isFailed(row, scores)) return false
    if (only === 'errors' && row.error === undefined) return false
    if (score && bin && !isIn(bin, trialScore([row.trial], score))) return false
    return needle === '' || textOf(row).includes(needle)
  })
}

const isIn = ({ from, to, isLast }: Omit<Bin, 'count'>, value: number | null): boolean =>
  value !== null && value >= from && (isLast ? value <= to : value < to)

const textOf = ({ example, trial, error }: TrialRow): string =>
  `${JSON.stringify(example)} ${JSON.stringify(trial.model_output)} ${error ?? ''}`.toLowerCase()

/** Trials by a value; those without one last, whatever the direction. */
export function sortedTrials(
  rows: readonly TrialRow[],
  sortValue: (row: TrialRow) => number | string | null,
  direction: 'asc' | 'desc',
): TrialRow[] {
  const sign = direction === 'asc' ? 1 : -1
  return rows.toSorted((left, right) => {
    const [a, b] = [sortValue(left), sortValue(right)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (
      sign * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)))
    )
  })
}
