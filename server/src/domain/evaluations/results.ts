import type { EvalResultsRecord } from '@heddle/contract/eval-results'
import { stringAt } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import { compareTexts } from '../../query/values.ts'
import { formatDateTime } from '../../time.ts'
import type { Steps } from '../../turns.ts'
import type { StoredCall } from '../calls/call.ts'
import { groupBy } from '../measures/group-by.ts'
import { scoreStats, share } from './score-stats.ts'
import type { Trial } from './trial.ts'

/** A trial with the usage of its model. */
export interface MeasuredTrial extends Trial {
  readonly total_tokens: number | null
  /** Null if not requested or without a price. */
  readonly total_cost: number | null
}

/** A row of a dataset, with its trials. */
export interface ResultRow {
  readonly row_digest: string
  /** The row, or a ref to it. */
  readonly row: JsonText
  /** The row itself, once its ref has been resolved. */
  readonly inputs: JsonText
  /** By evaluation. Those that did not try the row are left out. */
  readonly trials: ReadonlyMap<string, readonly MeasuredTrial[]>
}

/** The rows of all the trials, by digest. */
export function groupRows(trials: readonly MeasuredTrial[]): ResultRow[] {
  const groups = [...groupBy(trials, ({ row_digest }) => row_digest).values()]
  const rows = groups.flatMap((ofRow) =>
    ofRow.slice(0, 1).map(({ row_digest, row }) => ({
      row_digest,
      row,
      inputs: row,
      trials: groupBy(ofRow, ({ evaluation_call_id }) => evaluation_call_id),
    })),
  )
  return rows.sort((left, right) => compareTexts(left.row_digest, right.row_digest))
}

/** The rows that every one of the evaluations tried. */
export function triedByAll(rows: readonly ResultRow[], evaluationIds: readonly string[]): ResultRow[] {
  return rows.filter(({ trials }) => evaluationIds.every((id) => trials.has(id)))
}

type RowView = Omit<EvalResultsRecord['rows'][number], 'evaluations'> & {
  readonly evaluations: readonly { evaluation_call_id: string; trials: readonly TrialView[] }[]
}

type TrialView = ReturnType<typeof trialView>

/** A row in the response, with its evaluations in the requested order. */
export function rowView(
  { row_digest, trials }: ResultRow,
  evaluationIds: readonly string[],
  raw_data_row: JsonText | null,
): RowView {
  return {
    row_digest,
    raw_data_row,
    evaluations: evaluationIds.flatMap((evaluation_call_id) => {
      const tried = trials.get(evaluation_call_id)
      return tried ? [{ evaluation_call_id, trials: tried.map(trialView) }] : []
    }),
  }
}

function trialView(trial: MeasuredTrial) {
  return {
    predict_and_score_call_id: trial.id,
    predict_call_id: trial.predict_call?.id ?? null,
    model_output: trial.model_output,
    scores: trial.scores,
    model_latency_seconds: trial.model_latency_seconds,
    total_tokens: trial.total_tokens,
    total_cost: trial.total_cost,
    scorer_call_ids: Object.fromEntries(trial.scorer_call_ids),
  }
}

type Summary = NonNullable<EvalResultsRecord['summary']>
type EvaluationSummary = Summary['evaluations'][number]

/**
 * Summarizes each evaluation over all rows. Without its call, it has no name and no time.
 */
export function* summarizeResults(
  rows: readonly ResultRow[],
  evaluationIds: readonly string[],
  evaluations: ReadonlyMap<string, StoredCall>,
): Steps<Summary> {
  const summaries: EvaluationSummary[] = []
  for (const id of evaluationIds) {
    const trials = rows.flatMap((row) => row.trials.get(id) ?? [])
    const measures = yield* measured(trials)
    summaries.push({ evaluation_call_id: id, ...described(evaluations.get(id)), ...measures })
    yield
  }
  return { row_count: rows.length, evaluations: summaries }
}

function described(call: StoredCall | undefined) {
  const input = (name: string) => (call?.inputs ? stringAt(call.inputs, [name]) : undefined) ?? null
  return {
    evaluation_ref: input('self'),
    model_ref: input('model'),
    display_name: call?.display_name ?? null,
    trace_id: call?.trace_id ?? null,
    started_at: call ? formatDateTime(call.started_at) : null,
  }
}

type Measures = Pick<EvaluationSummary, 'trial_count' | 'scorer_stats' | 'predict_total_cost'>

function* measured(trials: readonly MeasuredTrial[]): Steps<Measures> {
  const stats = yield* scoreStats(trials.map(({ scores }) => scores))
  const costs = trials.flatMap(({ total_cost }) => total_cost ?? [])
  return {
    trial_count: trials.length,
    scorer_stats: stats.map(({ path, ...place }) => ({
      ...place,
      path: path.length === 0 ? null : path.join('.'),
      pass_signal_coverage: share(place.pass_known_count, trials.length),
    })),
    predict_total_cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  }
}
