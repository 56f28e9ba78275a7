import { deleteScores } from '@heddle/contract/scores'
import type { CallView } from '../../domain/calls/view.ts'
import { scoreView } from '../../domain/evaluations/score.ts'
import { callRef } from '../../domain/objects/ref.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { removeCalls } from '../calls/remove.ts'
import { markedAmong } from '../evaluations/marked-calls.ts'
import { type Context, operation } from '../operation.ts'
import { renewTrials } from './renew-trials.ts'

export const scoresDelete = operation(deleteScores, inProjectOfPath('write'), async (request, context) => {
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
})

/** The ids of the feedback that the scores gave on their predictions. */
async function feedbackOf(
  { storage }: Context,
  projectId: string,
  scores: readonly CallView[],
): Promise<string[]> {
  const predictions = scores.map((score) => callRef(projectId, scoreView(score).prediction_id))
  const given = new Set<string | null>(scores.map(({ id }) => callRef(projectId, id)))
  const feedback = await storage.feedback.on(projectId, [...new Set(predictions)])
  return feedback.filter(({ call_ref }) => given.has(call_ref)).map(({ id }) => id)
}
