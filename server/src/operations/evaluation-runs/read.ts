import { readEvaluationRun } from '@heddle/contract/evaluation-runs'
import { evaluationRunView } from '../../domain/evaluations/evaluation-run.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { operation } from '../operation.ts'
import { findRun } from './find-run.ts'

export const evaluationRunRead = operation(
  readEvaluationRun,
  inProjectOfPath('read'),
  async (request, context) =>
    evaluationRunView(await findRun(context, projectOfPath(request), request.evaluation_run_id)),
)
