import { createScore, deleteScores, listScores, readScore } from '@heddle/contract/predictions'
import { newCompleteCall } from '../../domain/calls/new-call.ts'
import type { CallView } from '../../domain/calls/view.ts'
import { newScoreCall, scoreFeedback, scoreView } from '../../domain/evaluations/score.ts'
import { callRef } from '../../domain/objects/ref.ts'
import type { FeedbackKey } from '../../storage/port/feedback.ts'
import { authorIn } from '../calls/author.ts'
import { removeCalls } from '../calls/delete.ts'
import { wholeCall, writeParts } from '../calls/describe.ts'
import { admitFeedback } from '../feedback/admit.ts'
import { type Context, inProjectOfPath, operation, projectOfPath } from '../operation.ts'
import { mapped } from '../paged-rows.ts'
import { markedAmong, readMarked, streamMarked } from './marked-calls.ts'
import { renewTrial } from './trials.ts'

export const scoreOperations = [
  /** Both the call and the feedback are validated before either is stored. */
  operation(createScore, inProjectOfPath('write'), async (request, context) => {
    const projectId = projectOfPath(request)
    const prediction = await readMarked(context, projectId, request.prediction_id, 'prediction')
    const record = newScoreCall(request, prediction, {
      project_id: projectId,
      id: context.newId(),
      trace_id: prediction.trace_id,
      parent_id: prediction.parent_id ?? prediction.id,
      now: context.now(),
    })
    const call = newCompleteCall(record, await authorIn(context, [projectId]), ['body'])
    const feedback = await admitFeedback(scoreFeedback(request, record, prediction.id), context)
    await writeParts(context.storage.calls, wholeCall(call))
    await context.storage.feedback.put([feedback])
    await renewTrials(context, projectId, [prediction.parent_id])
    return { score_id: call.start.id }
  }),

  operation(readScore, inProjectOfPath('read'), async (request, context) =>
    scoreView(await readMarked(context, projectOfPath(request), request.score_id, 'score')),
  ),

  operation(listScores, inProjectOfPath('read'), async ({ entity, project, ...search }, context) => {
    const projectId = projectOfPath({ entity, project })
    return mapped(await streamMarked(context, projectId, 'score', search), scoreView)
  }),

  operation(deleteScores, inProjectOfPath('write'), async (request, context) => {
    const projectId = projectOfPath(request)
    const scores = await markedAmong(context, projectId, request.score_ids, 'score')
    await context.storage.feedback.purge(projectId, await feedbackOf(context, projectId, scores))
    await removeCalls(
      context,
      projectId,
      scores.map(({ id }) => id),
    )
    await renewTrials(
      context,
      projectId,
      scores.map(({ parent_id }) => parent_id),
    )
    return { num_deleted: scores.length }
  }),
]

/** The feedback that the scores stored on their predictions. */
async function feedbackOf(
  { storage }: Context,
  projectId: string,
  scores: readonly CallView[],
): Promise<FeedbackKey[]> {
  const predictions = scores.map((score) => callRef(projectId, scoreView(score).prediction_id))
  const given = new Set<string | null>(scores.map(({ id }) => callRef(projectId, id)))
  const feedback = await storage.feedback.on(projectId, [...new Set(predictions)])
  return feedback.filter(({ call_ref }) => given.has(call_ref))
}

/** Updates the results of finished trials with their scores. */
async function renewTrials(
  context: Context,
  projectId: string,
  parentIds: readonly (string | null)[],
): Promise<void> {
  for (const id of new Set(parentIds)) if (id !== null) await renewTrial(context, projectId, id)
}
