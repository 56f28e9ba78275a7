import type { EvaluationRunRecord } from '@heddle/contract/evaluations'
import { itemsOf, stringAt, valueAt } from '../../json/path.ts'
import type { JsonText } from '../../json/text.ts'
import { jsonTextOf } from '../../json/write.ts'
import { formatDateTime, type Micros } from '../../time.ts'
import type { TextMatch } from '../calls/filter.ts'
import type { StartRecord } from '../calls/new-call.ts'
import { traceName } from '../calls/status.ts'
import type { CallView } from '../calls/view.ts'

/** The definition of an evaluation. */
export interface EvaluationPlan {
  /** The ref of the dataset; empty if there is none. */
  readonly dataset: string
  /** The refs of the scorers. */
  readonly scorers: string[]
  /** Number of trials per row. */
  readonly trials: number
}

/** Reads the value of an evaluation, whichever client published it. */
export function evaluationPlan(evaluation: JsonText): EvaluationPlan {
  const scorers = valueAt(evaluation, ['scorers'])
  const trials = Number(valueAt(evaluation, ['trials'])?.text)
  return {
    dataset: stringAt(evaluation, ['dataset']) ?? '',
    scorers: ((scorers && itemsOf(scorers)) ?? []).flatMap((scorer) => stringAt(scorer, []) ?? []),
    trials: Number.isInteger(trials) ? trials : 1,
  }
}

/** The op of a whole evaluation. */
export const EVALUATE = 'Evaluation.evaluate'

export interface NewRun {
  readonly evaluation: string
  readonly model: string
  readonly source_evaluation_run_id?: string
}

/** A run is the root of a trace of its own. */
export function newEvaluationRun(run: NewRun, projectId: string, id: string, now: Micros): StartRecord {
  const { evaluation, model } = run
  return {
    project_id: projectId,
    id,
    trace_id: id,
    op_name: EVALUATE,
    started_at: formatDateTime(now),
    inputs: jsonTextOf({ self: evaluation, model }),
    attributes: jsonTextOf({ weave: { evaluation_run: 'true', ...run } }),
  }
}

/** Whether a call is a whole evaluation, whichever client recorded it. */
export function isEvaluation({ op_name }: { readonly op_name: string }): boolean {
  return traceName(op_name) === EVALUATE
}

/** Matches the op names of these ops in a project, in any version. */
export function opNameMatches(projectId: string, names: readonly string[]): TextMatch[] {
  return names.flatMap((name) => [{ equals: name }, { startsWith: `weave:///${projectId}/op/${name}:` }])
}

/** Whether the evaluation API created a call as one of this kind. */
export function isMarked(
  { attributes }: Pick<CallView, 'attributes'>,
  mark: 'prediction' | 'score',
): boolean {
  return stringAt(attributes, ['weave', mark]) === 'true'
}

export function evaluationRunView(
  call: CallView,
): Omit<EvaluationRunRecord, 'summary'> & { summary: JsonText } {
  return {
    evaluation_run_id: call.id,
    evaluation: stringAt(call.inputs, ['self']) ?? '',
    model: stringAt(call.inputs, ['model']) ?? '',
    status: runStatus(call),
    started_at: call.started_at,
    finished_at: call.ended_at,
    summary: call.summary,
    source_evaluation_run_id: stringAt(call.attributes, ['weave', 'source_evaluation_run_id']) ?? null,
  }
}

function runStatus({ exception, ended_at }: CallView): EvaluationRunRecord['status'] {
  if (exception !== null) return 'failed'
  return ended_at === null ? 'running' : 'completed'
}
