import type { JsonText } from '../../json/text.ts'
import { bind } from '../../query/bind.ts'
import { evaluate } from '../../query/evaluate.ts'
import type { Expression } from '../../query/expression.ts'
import { parseQuery } from '../../query/parse.ts'
import type { RowReader } from '../../query/row.ts'
import type { MeasuredTrial, ResultRow } from './results.ts'
import { resultCatalogue, resultColumn } from './results-fields.ts'

export interface FilterRequest {
  readonly evaluation_call_id?: string
  readonly query: JsonText
}

export interface RowFilter {
  /** Whether the rows must have been read before it is asked. */
  readonly readsInputs: boolean
  keeps(row: ResultRow): boolean
}

/**
 * Judges the queries and makes one filter of them. A filter that names no evaluation is one of each.
 * A row passes in an evaluation where one of its trials passes all the filters of that evaluation.
 */
export function newRowFilter(
  requests: readonly FilterRequest[],
  passesIn: 'or' | 'and',
  evaluationIds: readonly string[],
): RowFilter {
  let readsInputs = false
  const catalogue = resultCatalogue(({ column }) => {
    readsInputs ||= column === 'inputs'
  })
  const filters = requests.map(({ query, evaluation_call_id }) => ({
    condition: bind(parseQuery(query), catalogue),
    evaluation_call_id,
  }))
  const conditions = evaluationIds.flatMap((id) => {
    const own = filters.filter(({ evaluation_call_id = id }) => evaluation_call_id === id)
    return own.length > 0 ? [{ id, all: own.map(({ condition }) => condition) }] : []
  })
  const passes = (row: ResultRow, { id, all }: { id: string; all: readonly Expression[] }) =>
    (row.trials.get(id) ?? []).some((trial) => {
      const reader = trialReader(row, trial)
      return all.every((condition) => evaluate(condition, reader))
    })
  return {
    readsInputs,
    keeps(row) {
      if (filters.length === 0) return true
      return passesIn === 'and'
        ? conditions.every((condition) => passes(row, condition))
        : conditions.some((condition) => passes(row, condition))
    },
  }
}

/** A trial as queries see it: three documents, and nothing else. */
function trialReader(row: ResultRow, trial: MeasuredTrial): RowReader {
  return {
    plain: () => null,
    elements: () => [],
    json: (column) => resultColumn(row, trial, column),
    feedback: () => [],
    object: () => null,
  }
}
