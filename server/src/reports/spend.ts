import { readCallStats } from '@heddle/contract/calls-stats'
import type { Client } from '@heddle/contract/client'
import type { CallSearch } from '@heddle/contract/filter/compile'
import type { StatsBucket } from '@heddle/contract/time-buckets'

/** Tokens and cost of a group of calls. */
export interface Spend {
  readonly group: string
  readonly calls: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost: number
}

/** One bucket of this length, counted from 1970, covers any window. */
const WHOLE_SECONDS = 4_000_000_000

interface SpendRequest extends Partial<CallSearch> {
  readonly project_id: string
  readonly start: string
  readonly group_by: string | undefined
}

/** What matching calls cost by model, or by another group. */
export async function readSpend(client: Client, { group_by, ...request }: SpendRequest): Promise<Spend[]> {
  const { usage_buckets } = await client.call(readCallStats, {
    ...request,
    ...(group_by && { group_by }),
    long_range: true,
    granularity: WHOLE_SECONDS,
    usage_metrics: [
      { metric: 'input_tokens', aggregations: ['sum'] },
      { metric: 'output_tokens', aggregations: ['sum'] },
      { metric: 'total_cost', aggregations: ['sum'] },
    ],
  })
  const groups = new Map<string, Spend>()
  for (const bucket of usage_buckets) {
    const group = String((group_by ? bucket.group : bucket.model) ?? '')
    groups.set(group, added(groups.get(group), group, bucket))
  }
  return [...groups.values()].filter(({ calls }) => calls > 0).sort((a, b) => b.cost - a.cost)
}

function added(spend: Spend | undefined, group: string, bucket: StatsBucket): Spend {
  const value = (key: string) => (typeof bucket[key] === 'number' ? bucket[key] : 0)
  return {
    group,
    calls: (spend?.calls ?? 0) + value('count'),
    input_tokens: (spend?.input_tokens ?? 0) + value('sum_input_tokens'),
    output_tokens: (spend?.output_tokens ?? 0) + value('sum_output_tokens'),
    cost: (spend?.cost ?? 0) + value('sum_total_cost'),
  }
}
