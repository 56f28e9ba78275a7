import { createScore } from '@heddle/contract/scores'
import { newCompleteCall } from '../../domain/calls/new-call.ts'
import { newScoreCall, scoreFeedback } from '../../domain/evaluations/score.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { startedBy } from '../calls/started-by.ts'
import { readMarked } from '../evaluations/marked-calls.ts'
import { admitFeedback } from '../feedback/admit.ts'
import { operation } from '../operation.ts'
import { renewTrials } from './renew-trials.ts'

/** Both the call and the feedback are judged before the first of them is stored. */
export const scoreCreate = operation(createScore, inProjectOfPath('write'), async (request, context) => {
  const projectId = projectOfPath(request)
  const prediction = await readMarked(context, projectId, request.prediction_id, 'prediction')
  const record = newScoreCall(request, prediction, {
    project_id: projectId,
    id: context.newId(),
    trace_id: prediction.trace_id,
    parent_id: prediction.parent_id ?? prediction.id,
    now: context.now(),
  })
  const { start, end } = newCompleteCall(record, startedBy(context), ['body'])
  const feedback = await admitFeedback(scoreFeedback(request, record, prediction.id), context)
  await context.storage.calls.write([
    { part: 'start', start },
    { part: 'end', end },
  ])
  await context.storage.feedback.put([feedback])
  await renewTrials(context, projectId, [prediction.parent_id])
  return { score_id: start.id }
})
