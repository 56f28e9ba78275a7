import { type CallStatsGroup, readCallStats } from '@heddle/contract/calls-stats'
import type { CallSearch } from '@heddle/contract/filter/compile'
import type { StatsBucket } from '@heddle/contract/time-buckets'
import { CommandLineError } from '../../usage-error.ts'
import type { Invocation } from '../command.ts'
import { type Connection, projectOf, withConnection } from './connection.ts'
import { type Column, printRows } from './print.ts'
import { searchOf } from './search.ts'
import { instantOf } from './threads.ts'
import { countText, moneyText } from './values.ts'

/** Tokens and cost of a group of calls. */
export interface Spend {
  readonly group: string
  readonly calls: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cost: number
}

const GROUPS: Readonly<Record<string, CallStatsGroup | undefined>> = {
  model: undefined,
  op: 'trace_name',
  user: 'end_user',
  account: 'wb_user_id',
}

/** One bucket of this length, counted from 1970, covers any window. */
const WHOLE_SECONDS = 4_000_000_000

/** Shows what calls cost, most expensive group first. */
export const showCost = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const by = invocation.text('by') ?? 'model'
    if (!Object.hasOwn(GROUPS, by))
      throw new CommandLineError(`--by is one of ${Object.keys(GROUPS).join(', ')}, not ${by}`)
    const project_id = await projectOf(invocation, connection)
    const spends = await readSpend(connection, {
      project_id,
      ...(await searchOf(invocation, connection, project_id)),
      start: instantOf(invocation, 'since') ?? '1970-01-01T00:00:00Z',
      group_by: GROUPS[by],
    })
    const total = spends.reduce(
      (sum, each) => ({
        group: 'total',
        calls: sum.calls + each.calls,
        input_tokens: sum.input_tokens + each.input_tokens,
        output_tokens: sum.output_tokens + each.output_tokens,
        cost: sum.cost + each.cost,
      }),
      { group: 'total', calls: 0, input_tokens: 0, output_tokens: 0, cost: 0 },
    )
    await printRows(invocation, { columns: columnsBy(by), rows: [...spends, total] })
  })

interface SpendRequest extends Partial<CallSearch> {
  readonly project_id: string
  readonly start: string
  readonly group_by: CallStatsGroup | undefined
}

/** What matching calls cost by model, or by another group. */
export async function readSpend(
  { client }: Pick<Connection, 'client'>,
  { group_by, ...request }: SpendRequest,
): Promise<Spend[]> {
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

const columnsBy = (by: string): readonly Column<Spend>[] => [
  { title: by.toUpperCase(), value: ({ group }) => group, text: ({ group }) => group || 'none' },
  { title: 'CALLS', align: 'right', value: ({ calls }) => calls, text: ({ calls }) => countText(calls) },
  {
    title: 'INPUT TOKENS',
    align: 'right',
    value: ({ input_tokens }) => input_tokens,
    text: ({ input_tokens }) => countText(input_tokens),
  },
  {
    title: 'OUTPUT TOKENS',
    align: 'right',
    value: ({ output_tokens }) => output_tokens,
    text: ({ output_tokens }) => countText(output_tokens),
  },
  { title: 'COST', align: 'right', value: ({ cost }) => cost, text: ({ cost }) => moneyText(cost) },
]
