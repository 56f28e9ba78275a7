import { ServiceError } from '../../errors.ts'
import type { JsonText } from '../../json/text.ts'
import type { Catalogue } from '../../query/bind.ts'
import { checkSegments, splitPath } from '../../query/path.ts'
import type { MeasuredTrial, ResultRow } from './results.ts'

const COLUMNS = ['scores', 'inputs', 'outputs'] as const

type ResultColumn = (typeof COLUMNS)[number]

/** A place in what evaluations tell of a row. */
export interface ResultField {
  readonly column: ResultColumn
  readonly path: readonly string[]
}

/** Reads a field as clients write it, such as `scores.exact_match.passed`. */
export function resultField(field: string): ResultField {
  const [name, ...path] = splitPath(field)
  const column = COLUMNS.find((known) => known === name)
  if (column) return { column, path: checkSegments(path) }
  const allowed = COLUMNS.map((known) => `${known}.*`).join(', ')
  throw new ServiceError('invalid_field', `unknown field ${field}; allowed are ${allowed}`)
}

/** The fields that queries over results may name. Each that is named is told to `onField`. */
export function resultCatalogue(onField: (field: ResultField) => void): Catalogue {
  return {
    nullMeans: 'unset',
    resolve(name) {
      const field = resultField(name)
      onField(field)
      return { kind: 'json', ...field, nullSorts: 'as unset' }
    },
  }
}

/** What a column holds for one trial of a row. */
export function resultColumn(row: ResultRow, trial: MeasuredTrial, column: string): JsonText | null {
  if (column === 'inputs') return row.inputs
  return column === 'scores' ? trial.scores : trial.model_output
}
