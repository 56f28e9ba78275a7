import { parseArgs } from 'node:util'

/** How much is measured. Times are in seconds. */
export interface Plan {
  readonly starts: number
  readonly ingestRounds: number
  readonly ingestCalls: number
  readonly sustainedSeconds: number
  /** How many calls the databases hold that are read from. */
  readonly sizes: readonly number[]
  /** Per situation: idle, while ingesting, while scanning. */
  readonly readSeconds: number
}

const WHOLE: Plan = {
  starts: 5,
  ingestRounds: 3,
  ingestCalls: 15_000,
  sustainedSeconds: 60,
  sizes: [10_000, 100_000],
  readSeconds: 20,
}

const QUICK: Plan = {
  starts: 3,
  ingestRounds: 1,
  ingestCalls: 5_000,
  sustainedSeconds: 8,
  sizes: [1_000, 10_000],
  readSeconds: 4,
}

const MILLION = 1_000_000

/** Reads the flags: `--quick` for a minute's run, `--million` for a third, large database. */
export function planFrom(args: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean' }, million: { type: 'boolean' } },
  })
  const plan = values.quick ? QUICK : WHOLE
  return values.million ? { ...plan, sizes: [...plan.sizes, MILLION] } : plan
}
