import { readSpend, type Spend } from '../../reports/spend.ts'
import { countText, moneyText } from '../../reports/values.ts'
import { CommandLineError } from '../../usage-error.ts'
import type { Invocation } from '../command.ts'
import { projectOf, withConnection } from './connection.ts'
import { instantOf } from './flags.ts'
import { type Column, printRows } from './print.ts'
import { searchOf } from './search.ts'

const GROUPS: Readonly<Record<string, string | undefined>> = {
  model: undefined,
  op: 'trace_name',
  user: 'end_user',
  account: 'wb_user_id',
}

/** Shows what calls cost, most expensive group first. */
export const showCost = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const by = invocation.text('by') ?? 'model'
    if (!Object.hasOwn(GROUPS, by))
      throw new CommandLineError(`--by must be one of ${Object.keys(GROUPS).join(', ')}, not ${by}`)
    const project_id = await projectOf(invocation, connection)
    const spends = await readSpend(connection.client, {
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
    await printRows(invocation, { columns: columnsBy(by), rows: spends, total })
  })

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
