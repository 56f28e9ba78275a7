import { createEvaluationRun } from '@heddle/contract/evaluation-runs'
import { newCallStart } from '../../domain/calls/new-call.ts'
import { newEvaluationRun } from '../../domain/evaluations/evaluation-run.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { startedBy } from '../calls/started-by.ts'
import { operation } from '../operation.ts'

export const evaluationRunCreate = operation(
  createEvaluationRun,
  inProjectOfPath('write'),
  async ({ entity, project, ...run }, context) => {
    const record = newEvaluationRun(run, projectOfPath({ entity, project }), context.newId(), context.now())
    const start = newCallStart(record, startedBy(context), ['body'])
    await context.storage.calls.write([{ part: 'start', start }])
    return { evaluation_run_id: start.id }
  },
)
