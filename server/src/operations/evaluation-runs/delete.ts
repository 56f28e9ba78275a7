import { deleteEvaluationRuns } from '@heddle/contract/evaluation-runs'
import { isEvaluation } from '../../domain/evaluations/evaluation-run.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { removeCalls } from '../calls/remove.ts'
import { operation } from '../operation.ts'

/** Calls that are no runs stay, also when they are named. */
export const evaluationRunsDelete = operation(
  deleteEvaluationRuns,
  inProjectOfPath('write'),
  async (request, context) => {
    const projectId = projectOfPath(request)
    const named = [...new Set(request.evaluation_run_ids)]
    const calls = await context.storage.calls.read(projectId, named, [])
    const runs = calls.filter(isEvaluation).map(({ id }) => id)
    await removeCalls(context, projectId, runs)
    return { num_deleted: runs.length }
  },
)
