import { deletePredictions } from '@heddle/contract/predictions'
import { isTrial } from '../../domain/evaluations/trial.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { removeCalls } from '../calls/remove.ts'
import { markedAmong } from '../evaluations/marked-calls.ts'
import { operation } from '../operation.ts'

/** Within a run the whole trial goes, since the scores are beside the prediction and not below it. */
export const predictionsDelete = operation(
  deletePredictions,
  inProjectOfPath('write'),
  async (request, context) => {
    const projectId = projectOfPath(request)
    const predictions = await markedAmong(context, projectId, request.prediction_ids, 'prediction')
    const parentIds = predictions.flatMap(({ parent_id }) => parent_id ?? [])
    const parents = await context.storage.calls.read(projectId, parentIds, [])
    const deleted = [...predictions, ...parents.filter(isTrial)].map(({ id }) => id)
    await removeCalls(context, projectId, deleted)
    return { num_deleted: predictions.length }
  },
)
