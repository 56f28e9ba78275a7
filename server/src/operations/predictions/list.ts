import { listPredictions } from '@heddle/contract/predictions'
import { predictionView } from '../../domain/evaluations/prediction.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { streamMarked } from '../evaluations/marked-calls.ts'
import { mapped } from '../mapped.ts'
import { operation } from '../operation.ts'

export const predictionsList = operation(
  listPredictions,
  inProjectOfPath('read'),
  async ({ entity, project, ...search }, context) => {
    const projectId = projectOfPath({ entity, project })
    return mapped(await streamMarked(context, projectId, 'prediction', search), predictionView)
  },
)
