import { listScores } from '@heddle/contract/scores'
import { scoreView } from '../../domain/evaluations/score.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { streamMarked } from '../evaluations/marked-calls.ts'
import { mapped } from '../mapped.ts'
import { operation } from '../operation.ts'

export const scoresList = operation(
  listScores,
  inProjectOfPath('read'),
  async ({ entity, project, ...search }, context) => {
    const projectId = projectOfPath({ entity, project })
    return mapped(await streamMarked(context, projectId, 'score', search), scoreView)
  },
)
