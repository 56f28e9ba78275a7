import { type ExampleRow, type Score, type Trial, trialScore } from './scores.ts'

/** One example in one run. */
interface RunCell {
  readonly runId: string
  readonly trials: readonly Trial[]
  readonly value: number | null
  /** How far from the baseline; null where one of the two is missing, and on the baseline itself. */
  readonly delta: number | null
}

export interface Comparison {
  readonly digest: string
  readonly example: unknown
  /** In the order of the runs; the first is the baseline. */
  readonly cells: readonly RunCell[]
}

export type ShownRows = 'all' | 'regressions' | 'improvements' | 'changed'

/** Each example with what every run made of it. The first run is the baseline. */
export function comparisons(
  rows: readonly ExampleRow[],
  runIds: readonly string[],
  score: Score | undefined,
): Comparison[] {
  return rows.map(({ row_digest, raw_data_row, evaluations }) => {
    const trialsOf = (runId: string) =>
      evaluations.find(({ evaluation_call_id }) => evaluation_call_id === runId)?.trials ?? []
    const scored = (trials: readonly Trial[]) => (score ? trialScore(trials, score) : null)
    const baseline = scored(trialsOf(runIds[0] ?? ''))
    return {
      digest: row_digest,
      example: raw_data_row,
      cells: runIds.map((runId, index): RunCell => {
        const trials = trialsOf(runId)
        const value = scored(trials)
        const delta = index === 0 || value === null || baseline === null ? null : value - baseline
        return { runId, trials, value, delta }
      }),
    }
  })
}

const TESTS: Record<ShownRows, (delta: number) => boolean> = {
  all: () => true,
  regressions: (delta) => delta < 0,
  improvements: (delta) => delta > 0,
  changed: (delta) => delta !== 0,
}

/** The examples where any run differs from the baseline as asked for. */
export function filtered(rows: readonly Comparison[], shown: ShownRows): Comparison[] {
  if (shown === 'all') return [...rows]
  return rows.filter(({ cells }) => cells.some(({ delta }) => delta !== null && TESTS[shown](delta)))
}
