import { formatted } from './numbers.ts'
import { table } from './table.ts'

/** Performance goals and their measured values. */
export interface Goal {
  readonly name: string
  readonly measured: number
  readonly atLeast?: number
  readonly atMost?: number
}

export function verdicts(goals: readonly Goal[]): string {
  const rows = goals.map((goal) => [goal.name, formatted(goal.measured), boundOf(goal), verdictOn(goal)])
  return table(['goal', 'measured', 'wanted', 'verdict'], rows)
}

const boundOf = ({ atLeast, atMost }: Goal): string =>
  atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`

function verdictOn({ measured, atLeast = -Infinity, atMost = Infinity }: Goal): string {
  if (Number.isNaN(measured)) return 'not measured'
  return measured >= atLeast && measured <= atMost ? 'reached' : 'MISSED'
}
