import { readScore } from '@heddle/contract/scores'
import { scoreView } from '../../domain/evaluations/score.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { readMarked } from '../evaluations/marked-calls.ts'
import { operation } from '../operation.ts'

export const scoreRead = operation(readScore, inProjectOfPath('read'), async (request, context) =>
  scoreView(await readMarked(context, projectOfPath(request), request.score_id, 'score')),
)
