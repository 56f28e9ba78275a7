import { valueAt } from '../call/json.ts'
import type { EvalResultsRecord } from '../eval-results.ts'

export type RunSummary = NonNullable<EvalResultsRecord['summary']>['evaluations'][number]
type ScorerStats = RunSummary['scorer_stats'][number]
export type ExampleRow = EvalResultsRecord['rows'][number]
export type Trial = ExampleRow['evaluations'][number]['trials'][number]

/** A numeric score: a scorer and the path to the value in its result. */
export interface Score {
  readonly id: string
  readonly scorer: string
  readonly path: string | null
  readonly kind: 'binary' | 'continuous'
}

/** Whether a run exists: for unknown ids the server returns neither a call nor trials. */
export const isKnownRun = ({ trace_id, trial_count }: RunSummary): boolean =>
  trace_id !== null || trial_count > 0

/** Scores of any of the runs, in order of appearance, except text. */
export function scoresOf(summaries: readonly RunSummary[]): Score[] {
  const scores = new Map<string, Score>()
  for (const { scorer_key: scorer, path, value_type } of summaries.flatMap((run) => run.scorer_stats)) {
    const id = scoreId(scorer, path)
    if (value_type !== 'text' && !scores.has(id)) scores.set(id, { id, scorer, path, kind: value_type })
  }
  return [...scores.values()]
}

/** Overall score of a run: the pass rate or the mean. */
export function overallScore({ scorer_stats }: RunSummary, score: Score): number | null {
  const stats = scorer_stats.find((each) => scoreId(each.scorer_key, each.path) === score.id)
  return stats ? (overallOf(stats) ?? null) : null
}

const overallOf = ({ value_type, pass_rate, numeric_mean }: ScorerStats): number | null =>
  value_type === 'binary' ? pass_rate : numeric_mean

const scoreId = (scorer: string, path: string | null): string =>
  path === null ? scorer : `${scorer}.${path}`

/** Mean of a score over the trials of an example; null if none has it. */
export function trialScore(trials: readonly Trial[], { scorer, path }: Score): number | null {
  const values = trials.flatMap(({ scores }) => {
    const whole = Object.hasOwn(scores, scorer) ? scores[scorer] : undefined
    const value = path === null ? whole : valueAt(whole, path)
    if (typeof value === 'boolean') return Number(value)
    return typeof value === 'number' ? value : []
  })
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** One example in one run. */
interface RunCell {
  readonly runId: string
  readonly trials: readonly Trial[]
  readonly value: number | null
  /** Difference from the baseline; null for the baseline itself or if either score is missing. */
  readonly delta: number | null
}

export interface Comparison {
  readonly digest: string
  readonly example: unknown
  /** In the order of the runs; the first one is the baseline. */
  readonly cells: readonly RunCell[]
}

export type ShownRows = 'all' | 'regressions' | 'improvements' | 'changed'

/** Results of every run for each example. The first run is the baseline. */
export function comparisons(
  rows: readonly ExampleRow[],
  runIds: readonly string[],
  score: Score | undefined,
): Comparison[] {
  return rows.map(({ row_digest, raw_data_row, evaluations }) => {
    const trialsOf = (runId: string) =>
      evaluations.find(({ evaluation_call_id }) => evaluation_call_id === runId)?.trials ?? []
    const scored = (trials: readonly Trial[]) => (score ? trialScore(trials, score) : null)
    const baseline = scored(trialsOf(runIds[0] ?? ''))
    return {
      digest: row_digest,
      example: raw_data_row,
      cells: runIds.map((runId, index): RunCell => {
        const trials = trialsOf(runId)
        const value = scored(trials)
        const delta = index === 0 || value === null || baseline === null ? null : value - baseline
        return { runId, trials, value, delta }
      }),
    }
  })
}

const TESTS: Record<ShownRows, (delta: number) => boolean> = {
  all: () => true,
  regressions: (delta) => delta < 0,
  improvements: (delta) => delta > 0,
  changed: (delta) => delta !== 0,
}

/** Examples where any run differs from the baseline in the selected way. */
export function filtered(rows: readonly Comparison[], shown: ShownRows): Comparison[] {
  if (shown === 'all') return [...rows]
  return rows.filter(({ cells }) => cells.some(({ delta }) => delta !== null && TESTS[shown](delta)))
}
