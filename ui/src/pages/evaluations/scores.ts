import type { EvalResultsRecord } from '@heddle/contract/eval-results'
import { valueAt } from '../../call/json.ts'

export type RunSummary = NonNullable<EvalResultsRecord['summary']>['evaluations'][number]
type ScorerStats = RunSummary['scorer_stats'][number]
export type ExampleRow = EvalResultsRecord['rows'][number]
export type Trial = ExampleRow['evaluations'][number]['trials'][number]

/** One number that scorers give: a scorer, and the way to the value inside its score. */
export interface Score {
  readonly id: string
  readonly scorer: string
  readonly path: string | null
  readonly kind: 'binary' | 'continuous'
}

/** Whether there is such a run: of an unknown id the service knows neither the call nor any trial. */
export const isKnownRun = ({ trace_id, trial_count }: RunSummary): boolean =>
  trace_id !== null || trial_count > 0

/** The scores that any of the runs has, in the order they come up. Texts cannot be compared. */
export function scoresOf(summaries: readonly RunSummary[]): Score[] {
  const scores = new Map<string, Score>()
  for (const { scorer_key: scorer, path, value_type } of summaries.flatMap((run) => run.scorer_stats)) {
    const id = scoreId(scorer, path)
    if (value_type !== 'text' && !scores.has(id)) scores.set(id, { id, scorer, path, kind: value_type })
  }
  return [...scores.values()]
}

/** What a run scored as a whole: the share that passed, or the mean. */
export function overallScore({ scorer_stats }: RunSummary, score: Score): number | null {
  const stats = scorer_stats.find((each) => scoreId(each.scorer_key, each.path) === score.id)
  return stats ? (overallOf(stats) ?? null) : null
}

const overallOf = ({ value_type, pass_rate, numeric_mean }: ScorerStats): number | null =>
  value_type === 'binary' ? pass_rate : numeric_mean

const scoreId = (scorer: string, path: string | null): string =>
  path === null ? scorer : `${scorer}.${path}`

/** The mean of a score over the trials of one example; null where none has it. */
export function trialScore(trials: readonly Trial[], { scorer, path }: Score): number | null {
  const values = trials.flatMap(({ scores }) => {
    const whole = Object.hasOwn(scores, scorer) ? scores[scorer] : undefined
    const value = path === null ? whole : valueAt(whole, path)
    if (typeof value === 'boolean') return Number(value)
    return typeof value === 'number' ? value : []
  })
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
