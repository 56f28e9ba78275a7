import type { CallView } from '../../domain/calls/view.ts'
import { isEvaluation } from '../../domain/evaluations/evaluation-run.ts'
import { ServiceError } from '../../errors.ts'
import { loadCalls } from '../calls/load.ts'
import type { Context } from '../operation.ts'

/** The call of a run. Any other call is not found. */
export async function findRun(context: Context, projectId: string, id: string): Promise<CallView> {
  const [call] = await loadCalls(context, projectId, [id], {})
  if (!call || !isEvaluation(call)) {
    throw new ServiceError('not_found', `no evaluation run ${id} in ${projectId}`)
  }
  return call
}
