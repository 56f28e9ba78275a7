import { createPrediction } from '@heddle/contract/predictions'
import { newCallStart, newCompleteCall } from '../../domain/calls/new-call.ts'
import type { CallView } from '../../domain/calls/view.ts'
import { type NewPrediction, newPredictionCall, newTrialStart } from '../../domain/evaluations/prediction.ts'
import type { CallPart } from '../../storage/port/calls.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { startedBy } from '../calls/started-by.ts'
import { findRun } from '../evaluation-runs/find-run.ts'
import { type Context, operation } from '../operation.ts'

export const predictionCreate = operation(
  createPrediction,
  inProjectOfPath('write'),
  async (request, context) => {
    const projectId = projectOfPath(request)
    const { evaluation_run_id } = request
    const run =
      evaluation_run_id === undefined ? undefined : await findRun(context, projectId, evaluation_run_id)
    const id = context.newId()
    await context.storage.calls.write(
      run
        ? partsWithinRun(context, request, run, id)
        : predictionParts(context, request, { project_id: projectId, id, trace_id: id }),
    )
    return { prediction_id: id }
  },
)

/** A prediction within a run stands below a trial of its own, beside which its scores go. */
function partsWithinRun(context: Context, prediction: NewPrediction, run: CallView, id: string): CallPart[] {
  const { project_id, trace_id } = run
  const trial = { project_id, trace_id, id: context.newId(), parent_id: run.id, now: context.now() }
  const start = newCallStart(newTrialStart(prediction, run, trial), startedBy(context), ['body'])
  const place = { project_id, trace_id, id, parent_id: trial.id }
  return [{ part: 'start', start }, ...predictionParts(context, prediction, place, run.id)]
}

interface Place {
  readonly project_id: string
  readonly id: string
  readonly trace_id: string
  readonly parent_id?: string
}

function predictionParts(
  context: Context,
  prediction: NewPrediction,
  place: Place,
  runId?: string,
): CallPart[] {
  const record = newPredictionCall(prediction, runId, { ...place, now: context.now() })
  const { start, end } = newCompleteCall(record, startedBy(context), ['body'])
  return [
    { part: 'start', start },
    { part: 'end', end },
  ]
}
