import type { StoredCall } from '../../domain/calls/call.ts'
import { isEvaluation } from '../../domain/evaluations/evaluation-run.ts'
import { gatherCalls } from '../calls/traces.ts'
import type { Context } from '../operation.ts'

/** The calls of the evaluations, and a warning for each id that is none. */
export async function loadEvaluations(context: Context, projectId: string, ids: readonly string[]) {
  const found = await gatherCalls(context, projectId, ids, ['inputs'])
  const calls = new Map<string, StoredCall>(found.filter(isEvaluation).map((call) => [call.id, call]))
  const missing = ids.filter((id) => !calls.has(id))
  return { calls, warnings: missing.map((id) => `${id} is no evaluation of ${projectId}`) }
}
