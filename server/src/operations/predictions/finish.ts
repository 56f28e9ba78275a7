import { finishPrediction } from '@heddle/contract/predictions'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { endTrial } from '../evaluations/end-trial.ts'
import { readMarked } from '../evaluations/marked-calls.ts'
import { operation } from '../operation.ts'

/** A prediction outside of runs has nothing left to end. */
export const predictionFinish = operation(
  finishPrediction,
  inProjectOfPath('write'),
  async (request, context) => {
    const projectId = projectOfPath(request)
    const { parent_id } = await readMarked(context, projectId, request.prediction_id, 'prediction')
    if (parent_id !== null) await endTrial(context, projectId, parent_id)
    return { success: true }
  },
)
