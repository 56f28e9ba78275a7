import type { CallUsage } from '../../domain/call.ts'
import type { ModelCosts } from '../../domain/costs.ts'
import type { MeasuredTrial } from '../../domain/eval-results.ts'
import { groupBy } from '../../domain/group-by.ts'
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
    return { ...trial, total_tokens: tokensOf(usage.get(id)), total_cost: costOf(costs?.get(id)) }
  })
}

/** Clients may leave the total out. */
function tokensOf(usage: readonly CallUsage[] | undefined): number | null {
  if (!usage) return null
  return sumOf(usage.map((model) => model.total_tokens || model.prompt_tokens + model.completion_tokens))
}

function costOf(costs: ReadonlyMap<string, ModelCosts> | undefined): number | null {
  if (!costs || costs.size === 0) return null
  return sumOf(
    [...costs.values()].flatMap((model) => [
      model.prompt_tokens_total_cost,
      model.completion_tokens_total_cost,
      model.cache_read_input_tokens_total_cost,
      model.cache_creation_input_tokens_total_cost,
    ]),
  )
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
