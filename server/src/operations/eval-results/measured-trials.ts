import { totalTokens } from '../../domain/calls/usage.ts'
import type { MeasuredTrial } from '../../domain/evaluations/results.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { totalCost } from '../../domain/prices/costs.ts'
import { costsOfCalls } from '../calls/costs.ts'
import { loadTrials } from '../evaluations/trials.ts'
import type { Context } from '../operation.ts'

interface Options {
  readonly include_predict_and_score_children?: boolean
  readonly include_costs?: boolean
}

/** The trials of the evaluations, with what their models used and, where asked for, what that costs. */
export async function loadMeasuredTrials(
  context: Context,
  projectId: string,
  evaluationIds: readonly string[],
  { include_predict_and_score_children: children = true, include_costs = false }: Options,
): Promise<MeasuredTrial[]> {
  const trials = await loadTrials(context, projectId, evaluationIds, { children })
  const calls = trials.flatMap(({ predict_call }) => predict_call ?? [])
  const ids = calls.map(({ id }) => id)
  const usage = groupBy(await context.storage.calls.usage(projectId, ids), ({ id }) => id)
  const costs = include_costs ? await costsOfCalls(context, projectId, calls) : undefined
  return trials.map((trial) => {
    const id = trial.predict_call?.id ?? ''
    const [used, cost] = [usage.get(id), costs?.get(id)]
    return {
      ...trial,
      total_tokens: used ? used.reduce((sum, model) => sum + totalTokens(model), 0) : null,
      total_cost: cost ? totalCost(cost) : null,
    }
  })
}
