import { isObject, numberAt, valueAt } from '@heddle/contract/call/json'
import type { EvaluationRunRecord } from '@heddle/contract/evaluations'
import { parseRef } from '../../navigation/ref.ts'

/** A metric of an evaluation that models are ranked by. */
export interface BoardColumn {
  readonly title: string
  /** Ref of the evaluation. */
  readonly evaluation: string
  readonly scorer: string
  /** Path of the metric in the scorer's summary; empty for the summary itself. */
  readonly path: string
  readonly isLowerBetter: boolean
}

/** Columns of a Leaderboard object. Malformed ones are skipped. */
export function boardColumns(val: unknown): BoardColumn[] {
  const columns = valueAt(val, 'columns')
  if (!Array.isArray(columns)) return []
  return columns.flatMap((column: unknown) => {
    if (!isObject(column)) return []
    const { evaluation_object_ref: evaluation, scorer_name: scorer, summary_metric_path: path = '' } = column
    if (typeof evaluation !== 'string' || typeof scorer !== 'string' || typeof path !== 'string') return []
    const title = [scorer, path].filter(Boolean).join('.')
    return { title, evaluation, scorer, path, isLowerBetter: column.should_minimize === true }
  })
}

type Run = Pick<EvaluationRunRecord, 'evaluation_run_id' | 'evaluation' | 'model'>

interface BoardCell {
  readonly value: number
  readonly runId: string
}

export interface BoardRow {
  /** Ref of the model. */
  readonly model: string
  /** One per column; undefined where no run has the metric. */
  readonly cells: readonly (BoardCell | undefined)[]
}

/** Models with their latest value per column, best in the first column first. `runs` are newest first. */
export function boardRows(
  columns: readonly BoardColumn[],
  runs: readonly Run[],
  outputs: ReadonlyMap<string, unknown>,
): BoardRow[] {
  const models = [...new Set(runs.map(({ model }) => model))].filter((model) => model !== '')
  const rows = models.map((model) => ({
    model,
    cells: columns.map((column) => {
      const own = runs.filter(
        (run) => run.model === model && isSameEvaluation(run.evaluation, column.evaluation),
      )
      return own.flatMap(({ evaluation_run_id }) => cellOf(outputs, evaluation_run_id, column))[0]
    }),
  }))
  const sign = columns[0]?.isLowerBetter ? 1 : -1
  return rows
    .filter(({ cells }) => cells.some((cell) => cell !== undefined))
    .toSorted((a, b) => {
      const [left, right] = [a.cells[0]?.value, b.cells[0]?.value]
      if (left === undefined || right === undefined)
        return Number(left === undefined) - Number(right === undefined)
      return sign * (left - right)
    })
}

function cellOf(
  outputs: ReadonlyMap<string, unknown>,
  runId: string,
  { scorer, path }: BoardColumn,
): BoardCell[] {
  const output = outputs.get(runId)
  const summary = isObject(output) && Object.hasOwn(output, scorer) ? output[scorer] : undefined
  const value = path === '' ? summary : numberAt(summary, path)
  return typeof value === 'number' ? [{ value, runId }] : []
}

/** A column may name one version of an evaluation, or all of them by `*`. */
function isSameEvaluation(run: string, wanted: string): boolean {
  const [left, right] = [parseRef(run), parseRef(wanted)]
  if (!left || !right || left.name !== right.name) return false
  return right.digest === '*' || right.digest === '' || left.digest === right.digest
}
