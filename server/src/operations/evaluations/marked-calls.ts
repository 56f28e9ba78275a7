import type { CallView } from '../../domain/calls/view.ts'
import { isMarked } from '../../domain/evaluations/evaluation.ts'
import { ServiceError } from '../../errors.ts'
import { jsonTextOf } from '../../json/write.ts'
import { streamMatchingCalls } from '../calls/query.ts'
import { loadCalls } from '../calls/read.ts'
import type { Context } from '../operation.ts'

/** Calls created by the evaluation API, except runs. */
type Mark = 'prediction' | 'score'

/** The call with this id, which must be a prediction or a score. */
export async function readMarked(
  context: Context,
  projectId: string,
  id: string,
  mark: Mark,
): Promise<CallView> {
  const [call] = await markedAmong(context, projectId, [id], mark)
  if (!call) throw new ServiceError('not_found', `no ${mark} ${id} in ${projectId}`)
  return call
}

/** The ids that are predictions, or scores; others are skipped. */
export async function markedAmong(
  context: Context,
  projectId: string,
  ids: readonly string[],
  mark: Mark,
): Promise<CallView[]> {
  const calls = await loadCalls(context, projectId, [...new Set(ids)], {})
  return calls.filter((call) => isMarked(call, mark))
}

interface MarkedSearch {
  readonly evaluation_run_id?: string
  readonly limit?: number
  readonly offset?: number
}

/** The predictions, or the scores, of one run or of all, oldest first. An unknown run has none. */
export async function streamMarked(
  context: Context,
  project_id: string,
  mark: Mark,
  { evaluation_run_id, ...page }: MarkedSearch,
): Promise<AsyncGenerator<CallView>> {
  const conditions = [equals(mark, 'true')]
  const run =
    evaluation_run_id === undefined ? undefined : await traceOf(context, project_id, evaluation_run_id)
  if (evaluation_run_id !== undefined) conditions.push(equals('evaluation_run_id', evaluation_run_id))
  return streamMatchingCalls(context, {
    project_id,
    ...(run && { filter: { trace_ids: [run] } }),
    query: jsonTextOf({ $expr: { $and: conditions } }),
    ...page,
  })
}

const equals = (attribute: string, value: string) => ({
  $eq: [{ $getField: `attributes.weave.${attribute}` }, { $literal: value }],
})

/** All of a run is in one trace. */
async function traceOf({ storage }: Context, projectId: string, runId: string): Promise<string | undefined> {
  const [run] = await storage.calls.read(projectId, [runId], [])
  return run?.trace_id
}
