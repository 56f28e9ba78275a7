import type { EvalResultsRecord } from '@heddle/contract/eval-results'
import { stringAt } from '../../json/path.ts'
import { formatDateTime } from '../../time.ts'
import type { StoredCall } from '../calls/call.ts'
import type { MeasuredTrial, ResultRow } from './results.ts'
import { scoreStats, share } from './score-stats.ts'

type Summary = NonNullable<EvalResultsRecord['summary']>
type EvaluationSummary = Summary['evaluations'][number]

/** What the rows say of each evaluation as a whole. One whose call is not there has no name and no time. */
export function summarizeResults(
  rows: readonly ResultRow[],
  evaluationIds: readonly string[],
  evaluations: ReadonlyMap<string, StoredCall>,
): Summary {
  return {
    row_count: rows.length,
    evaluations: evaluationIds.map((id) => {
      const trials = rows.flatMap((row) => row.trials.get(id) ?? [])
      return { evaluation_call_id: id, ...described(evaluations.get(id)), ...measured(trials) }
    }),
  }
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

function measured(trials: readonly MeasuredTrial[]): Measures {
  const costs = trials.flatMap(({ total_cost }) => total_cost ?? [])
  return {
    trial_count: trials.length,
    scorer_stats: scoreStats(trials.map(({ scores }) => scores)).map(({ path, ...stats }) => ({
      ...stats,
      path: path.length === 0 ? null : path.join('.'),
      pass_signal_coverage: share(stats.pass_known_count, trials.length),
    })),
    predict_total_cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  }
}
