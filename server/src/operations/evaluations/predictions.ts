import {
  createPrediction,
  deletePredictions,
  finishPrediction,
  listPredictions,
  readPrediction,
} from '@heddle/contract/predictions'
import { type Author, newCallStart, newCompleteCall } from '../../domain/calls/new-call.ts'
import type { CallView } from '../../domain/calls/view.ts'
import {
  type CallPlace,
  type NewPrediction,
  newPredictionCall,
  newTrialStart,
  predictionView,
} from '../../domain/evaluations/prediction.ts'
import { isTrial } from '../../domain/evaluations/trial.ts'
import { authorIn } from '../calls/author.ts'
import { removeCalls } from '../calls/delete.ts'
import { type UndescribedPart, wholeCall, writeParts } from '../calls/describe.ts'
import { inProjectOfPath, operation, projectOfPath } from '../operation.ts'
import { mapped } from '../paged-rows.ts'
import { markedAmong, readMarked, streamMarked } from './marked-calls.ts'
import { findRun } from './runs.ts'
import { endTrial } from './trials.ts'

export const predictionOperations = [
  operation(createPrediction, inProjectOfPath('write'), async (request, context) => {
    const projectId = projectOfPath(request)
    const { evaluation_run_id } = request
    const run =
      evaluation_run_id === undefined ? undefined : await findRun(context, projectId, evaluation_run_id)
    const id = context.newId()
    const now = context.now()
    const author = await authorIn(context, [projectId])
    const parts = run
      ? partsWithinRun(request, run, { id, now }, author)
      : predictionParts(request, { project_id: projectId, id, trace_id: id, now }, author)
    await writeParts(context.storage.calls, parts)
    return { prediction_id: id }
  }),

  operation(readPrediction, inProjectOfPath('read'), async (request, context) =>
    predictionView(await readMarked(context, projectOfPath(request), request.prediction_id, 'prediction')),
  ),

  operation(listPredictions, inProjectOfPath('read'), async ({ entity, project, ...search }, context) => {
    const projectId = projectOfPath({ entity, project })
    return mapped(await streamMarked(context, projectId, 'prediction', search), predictionView)
  }),

  /** A prediction outside a run has already ended. */
  operation(finishPrediction, inProjectOfPath('write'), async (request, context) => {
    const projectId = projectOfPath(request)
    const { parent_id } = await readMarked(context, projectId, request.prediction_id, 'prediction')
    if (parent_id !== null) await endTrial(context, projectId, parent_id)
    return { success: true }
  }),

  /** In a run, deletes the whole trial: scores are siblings of the prediction, not children. */
  operation(deletePredictions, inProjectOfPath('write'), async (request, context) => {
    const projectId = projectOfPath(request)
    const predictions = await markedAmong(context, projectId, request.prediction_ids, 'prediction')
    const parentIds = predictions.flatMap(({ parent_id }) => parent_id ?? [])
    const parents = await context.storage.calls.read(projectId, parentIds, [])
    const deleted = [...predictions, ...parents.filter(isTrial)].map(({ id }) => id)
    await removeCalls(context, projectId, deleted)
    return { num_deleted: predictions.length }
  }),
]

/** In a run, each prediction is a child of its own trial, as are its scores. */
function partsWithinRun(
  prediction: NewPrediction,
  run: CallView,
  { id, now }: Pick<CallPlace, 'id' | 'now'>,
  author: Author,
): UndescribedPart[] {
  const { project_id, trace_id } = run
  const trial = { project_id, trace_id, id: author.newId(), parent_id: run.id, now }
  const start = newCallStart(newTrialStart(prediction, run, trial), author, ['body'])
  const place = { project_id, trace_id, id, parent_id: trial.id, now }
  return [{ part: 'start', start }, ...predictionParts(prediction, place, author, run.id)]
}

function predictionParts(
  prediction: NewPrediction,
  place: CallPlace,
  author: Author,
  runId?: string,
): UndescribedPart[] {
  const record = newPredictionCall(prediction, runId, place)
  return wholeCall(newCompleteCall(record, author, ['body']))
}
