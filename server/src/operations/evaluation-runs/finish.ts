import { finishEvaluationRun } from '@heddle/contract/evaluation-runs'
import { newCallEnd } from '../../domain/calls/new-call.ts'
import { averageScores } from '../../domain/evaluations/score-stats.ts'
import { EMPTY_OBJECT } from '../../json/text.ts'
import { formatDateTime } from '../../time.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { loadTrials } from '../evaluations/trials.ts'
import { operation } from '../operation.ts'
import { findRun } from './find-run.ts'

export const evaluationRunFinish = operation(
  finishEvaluationRun,
  inProjectOfPath('write'),
  async (request, context) => {
    const project_id = projectOfPath(request)
    const { id } = await findRun(context, project_id, request.evaluation_run_id)
    const trials = await loadTrials(context, project_id, [id])
    const ended = {
      project_id,
      id,
      ended_at: formatDateTime(context.now()),
      output: averageScores(trials.map(({ scores }) => scores)),
      summary: request.summary ?? EMPTY_OBJECT,
    }
    await context.storage.calls.write([{ part: 'end', end: newCallEnd(ended, ['body']) }])
    return { success: true }
  },
)
