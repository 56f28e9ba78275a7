import { listEvaluationRuns } from '@heddle/contract/evaluation-runs'
import { EVALUATE, evaluationRunView } from '../../domain/evaluations/evaluation-run.ts'
import { jsonTextOf } from '../../json/write.ts'
import { inProjectOfPath, projectOfPath } from '../calls/path-project.ts'
import { streamCalls } from '../calls/stream.ts'
import { mapped } from '../mapped.ts'
import { operation } from '../operation.ts'

export const evaluationRunsList = operation(
  listEvaluationRuns,
  inProjectOfPath('read'),
  async (request, context) => {
    const project_id = projectOfPath(request)
    const call_ids = parted(request.evaluation_run_ids)
    const conditions = [
      oneOf('inputs.self', parted(request.evaluations, request.evaluation_refs)),
      oneOf('inputs.model', parted(request.models, request.model_refs)),
    ].flat()
    const calls = streamCalls(context, {
      project_id,
      filter: { op_names: [EVALUATE, `weave:///${project_id}/op/${EVALUATE}:*`], call_ids },
      ...(conditions.length > 0 && { query: jsonTextOf({ $expr: { $and: conditions } }) }),
      ...(request.limit !== undefined && { limit: request.limit }),
      ...(request.offset !== undefined && { offset: request.offset }),
    })
    return mapped(calls, evaluationRunView)
  },
)

/** Some clients repeat a parameter, others put commas between its values. */
const parted = (...lists: readonly (readonly string[] | undefined)[]): string[] =>
  lists.flatMap((list = []) => list.flatMap((text) => text.split(','))).filter((text) => text !== '')

function oneOf(field: string, values: readonly string[]) {
  const options = values.map((value) => ({ $literal: value }))
  return options.length === 0 ? [] : [{ $in: [{ $getField: field }, options] }]
}
