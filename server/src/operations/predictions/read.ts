import { readPrediction } from '@heddle/contract/predictions'
import { predictionView } from '../../domain/evaluations/prediction.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { readMarked } from '../evaluations/marked-calls.ts'
import { operation } from '../operation.ts'

export const predictionRead = operation(readPrediction, inProjectOfPath('read'), async (request, context) =>
  predictionView(await readMarked(context, projectOfPath(request), request.prediction_id, 'prediction')),
)
