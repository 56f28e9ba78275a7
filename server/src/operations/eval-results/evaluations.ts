import type { StoredCall } from '../../domain/call.ts'
import { isEvaluation } from '../../domain/evaluation-run.ts'
import type { Context } from '../operation.ts'

/** The calls of the evaluations, and a warning for each id that is none. */
export async function loadEvaluations({ storage }: Context, projectId: string, ids: readonly string[]) {
  const found = await storage.calls.read(projectId, ids, ['inputs'])
  const calls = new Map<string, StoredCall>(found.filter(isEvaluation).map((call) => [call.id, call]))
  const missing = ids.filter((id) => !calls.has(id))
  return { calls, warnings: missing.map((id) => `${id} is no evaluation of ${projectId}`) }
}
