import {
  createEvaluationRun,
  deleteEvaluationRuns,
  finishEvaluationRun,
  listEvaluationRuns,
  readEvaluationRun,
} from '@heddle/contract/evaluations'
import { newCallEnd, newCallStart } from '../../domain/calls/new-call.ts'
import type { CallView } from '../../domain/calls/view.ts'
import {
  EVALUATE,
  evaluationRunView,
  isEvaluation,
  newEvaluationRun,
} from '../../domain/evaluations/evaluation.ts'
import { averageScores } from '../../domain/evaluations/score-stats.ts'
import { ServiceError } from '../../errors.ts'
import { EMPTY_OBJECT } from '../../json/text.ts'
import { jsonTextOf } from '../../json/write.ts'
import { formatDateTime } from '../../time.ts'
import { inTurns } from '../../turns.ts'
import { authorIn } from '../calls/author.ts'
import { removeCalls } from '../calls/delete.ts'
import { writeParts } from '../calls/describe.ts'
import { streamMatchingCalls } from '../calls/query.ts'
import { loadCalls } from '../calls/read.ts'
import { type Context, inProjectOfPath, operation, projectOfPath } from '../operation.ts'
import { mapped } from '../paged-rows.ts'
import { loadTrials } from './trials.ts'

export const evaluationRunOperations = [
  operation(createEvaluationRun, inProjectOfPath('write'), async ({ entity, project, ...run }, context) => {
    const record = newEvaluationRun(run, projectOfPath({ entity, project }), context.newId(), context.now())
    const start = newCallStart(record, await authorIn(context, [record.project_id]), ['body'])
    await writeParts(context.storage.calls, [{ part: 'start', start }])
    return { evaluation_run_id: start.id }
  }),

  operation(readEvaluationRun, inProjectOfPath('read'), async (request, context) =>
    evaluationRunView(await findRun(context, projectOfPath(request), request.evaluation_run_id)),
  ),

  operation(listEvaluationRuns, inProjectOfPath('read'), async (request, context) => {
    const project_id = projectOfPath(request)
    const call_ids = valuesOf(request.evaluation_run_ids)
    const conditions = [
      oneOf('inputs.self', valuesOf(request.evaluations, request.evaluation_refs)),
      oneOf('inputs.model', valuesOf(request.models, request.model_refs)),
    ].flat()
    const calls = streamMatchingCalls(context, {
      project_id,
      filter: { op_names: [EVALUATE, `weave:///${project_id}/op/${EVALUATE}:*`], call_ids },
      ...(conditions.length > 0 && { query: jsonTextOf({ $expr: { $and: conditions } }) }),
      ...(request.limit !== undefined && { limit: request.limit }),
      ...(request.offset !== undefined && { offset: request.offset }),
    })
    return mapped(calls, evaluationRunView)
  }),

  operation(finishEvaluationRun, inProjectOfPath('write'), async (request, context) => {
    const project_id = projectOfPath(request)
    const { id } = await findRun(context, project_id, request.evaluation_run_id)
    const trials = await loadTrials(context, project_id, [id])
    const ended = {
      project_id,
      id,
      ended_at: formatDateTime(context.now()),
      output: await inTurns(averageScores(trials.map(({ scores }) => scores))),
      summary: request.summary ?? EMPTY_OBJECT,
    }
    const end = newCallEnd(ended, await authorIn(context, [project_id]), ['body'])
    await writeParts(context.storage.calls, [{ part: 'end', end }])
    return { success: true }
  }),

  /** Ids of calls that are not runs are ignored. */
  operation(deleteEvaluationRuns, inProjectOfPath('write'), async (request, context) => {
    const projectId = projectOfPath(request)
    const named = [...new Set(request.evaluation_run_ids)]
    const calls = await context.storage.calls.read(projectId, named, [])
    const runs = calls.filter(isEvaluation).map(({ id }) => id)
    await removeCalls(context, projectId, runs)
    return { num_deleted: runs.length }
  }),
]

/** The values of a parameter under all of its names. */
const valuesOf = (...lists: readonly (readonly string[] | undefined)[]): string[] =>
  lists.flatMap((list = []) => list).filter((text) => text !== '')

function oneOf(field: string, values: readonly string[]) {
  const options = values.map((value) => ({ $literal: value }))
  return options.length === 0 ? [] : [{ $in: [{ $getField: field }, options] }]
}

/** Throws `not_found` if the id is not that of a run. */
export async function findRun(context: Context, projectId: string, id: string): Promise<CallView> {
  const [call] = await loadCalls(context, projectId, [id], {})
  if (!call || !isEvaluation(call)) {
    throw new ServiceError('not_found', `no evaluation run ${id} in ${projectId}`)
  }
  return call
}
