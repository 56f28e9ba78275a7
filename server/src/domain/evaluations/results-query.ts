import { ServiceError } from '../../errors.ts'
import { JsonNumber } from '../../json/number.ts'
import type { JsonText } from '../../json/text.ts'
import { type JsonValue, parseTree } from '../../json/tree.ts'
import { bind, type Catalogue } from '../../query/bind.ts'
import { evaluate } from '../../query/evaluate.ts'
import type { Expression } from '../../query/expression.ts'
import { parseQuery } from '../../query/parse.ts'
import { checkSegments, splitPath } from '../../query/path.ts'
import type { RowReader } from '../../query/row.ts'
import { compareValues, documentText, walk } from '../../query/values.ts'
import type { MeasuredTrial, ResultRow } from './results.ts'

export interface FilterRequest {
  readonly evaluation_call_id?: string
  readonly query: JsonText
}

export interface RowFilter {
  /** Whether the filter needs the content of the rows. */
  readonly readsInputs: boolean
  keeps(row: ResultRow): boolean
}

/**
 * Validates the queries and combines them into one filter. A query without an evaluation applies to each of them.
 * A row passes in an evaluation if one of its trials passes all filters of that evaluation.
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
  const filters = requests.map(({ query, evaluation_call_id }) => {
    checkIsRead(evaluation_call_id, evaluationIds)
    return { condition: bind(parseQuery(query), catalogue), evaluation_call_id }
  })
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

/** A filter on another evaluation would let every row pass. */
function checkIsRead(id: string | undefined, evaluationIds: readonly string[]): void {
  if (id === undefined || evaluationIds.includes(id)) return
  throw new ServiceError(
    'invalid_request',
    `filters: ${JSON.stringify(id)} is not among the evaluations that are read`,
  )
}

/** A trial as queries see it: three documents. */
function trialReader(row: ResultRow, trial: MeasuredTrial): RowReader {
  return {
    stored: () => null,
    elements: () => [],
    json: (column) => resultColumn(row, trial, column),
    feedback: () => [],
    object: () => null,
  }
}

export interface SortRequest {
  readonly field: string
  readonly direction: 'asc' | 'desc'
  readonly evaluation_call_id?: string
  readonly mode?: 'value' | 'difference'
}

export interface RowSort {
  /** Whether the sort needs the content of the rows. */
  readonly readsInputs: boolean
  /** What a row is sorted by. */
  valuesOf(row: ResultRow): readonly SortValue[]
  /** The rows in order; those with equal values keep theirs. */
  sorted(rows: readonly SortedRow[]): ResultRow[]
}

interface SortedRow {
  readonly row: ResultRow
  readonly values: readonly SortValue[]
}

/** Validates a sort order. Without keys the rows keep their order, which is that of their digests. */
export function newRowSort(requests: readonly SortRequest[]): RowSort {
  const keys = requests.map(newKey)
  return {
    readsInputs: keys.some(({ readsInputs }) => readsInputs),
    valuesOf: (row) => keys.map((key) => key.valueOf(row)),
    sorted: (rows) =>
      rows.toSorted((left, right) => compareByKeys(left.values, right.values, keys)).map(({ row }) => row),
  }
}

/** A sort key of a row; null comes last in both directions. */
type SortValue = number | string | null

interface Key {
  readonly direction: 'asc' | 'desc'
  readonly readsInputs: boolean
  valueOf(row: ResultRow): SortValue
}

function newKey({ field: name, direction, mode, evaluation_call_id }: SortRequest): Key {
  if (name === 'row_digest') return { direction, readsInputs: false, valueOf: (row) => row.row_digest }
  const field = resultField(name)
  const readsInputs = field.column === 'inputs'
  if (mode === 'difference') return { direction, readsInputs, valueOf: (row) => spread(valuesOf(row, field)) }
  return { direction, readsInputs, valueOf: (row) => middle(valuesOf(row, field, evaluation_call_id)) }
}

/** One value for each evaluation that has one. */
function valuesOf(row: ResultRow, field: ResultField, evaluationId?: string): SortValue[] {
  const evaluations = [...row.trials].filter(([id]) => evaluationId === undefined || id === evaluationId)
  return evaluations.map(([, trials]) =>
    middle(
      trials.map((trial) => {
        const document = resultColumn(row, trial, field.column)
        return document && sortValueOf(walk(parseTree(document.text), field.path))
      }),
    ),
  )
}

function sortValueOf(value: JsonValue | undefined): SortValue {
  if (value instanceof JsonNumber) return value.toNumber()
  if (typeof value === 'boolean') return Number(value)
  return value === undefined || value === null ? null : documentText(value)
}

/** The mean if all are numbers, else the first value. */
function middle(values: readonly SortValue[]): SortValue {
  const there = values.filter((value) => value !== null)
  const numbers = there.filter((value) => typeof value === 'number')
  if (numbers.length === 0 || numbers.length < there.length) return there[0] ?? null
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length
}

function spread(values: readonly SortValue[]): SortValue {
  const numbers = values.filter((value) => typeof value === 'number')
  if (numbers.length === 0) return null
  // Not spread into Math.max: a row may have more evaluations than a call takes arguments.
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const number of numbers) {
    min = Math.min(min, number)
    max = Math.max(max, number)
  }
  return max - min
}

function compareByKeys(
  left: readonly SortValue[],
  right: readonly SortValue[],
  keys: readonly Key[],
): number {
  for (const [index, { direction }] of keys.entries()) {
    const order = compareSortValues(left[index] ?? null, right[index] ?? null, direction)
    if (order !== 0) return order
  }
  return 0
}

/** Numbers come before texts in both directions, as in every other sort. */
function compareSortValues(left: SortValue, right: SortValue, direction: 'asc' | 'desc'): number {
  const rank = rankOf(left) - rankOf(right)
  if (rank !== 0 || left === null || right === null) return rank
  const order = compareValues(left, right)
  return direction === 'asc' ? order : -order
}

function rankOf(value: SortValue): number {
  if (value === null) return 2
  return typeof value === 'number' ? 0 : 1
}

const COLUMNS = ['scores', 'inputs', 'outputs'] as const

type ResultColumn = (typeof COLUMNS)[number]

/** A path into the results of a row. */
interface ResultField {
  readonly column: ResultColumn
  readonly path: readonly string[]
}

/** Reads a field as clients write it, such as `scores.exact_match.passed`. */
function resultField(field: string): ResultField {
  const [name, ...path] = splitPath(field)
  const column = COLUMNS.find((known) => known === name)
  if (column) return { column, path: checkSegments(path) }
  const allowed = COLUMNS.map((known) => `${known}.*`).join(', ')
  throw new ServiceError('invalid_field', `unknown field ${field}; allowed are ${allowed}`)
}

/** The fields that queries over results may name. Calls `onField` with each field that a query names. */
function resultCatalogue(onField: (field: ResultField) => void): Catalogue {
  return {
    nullMeans: 'unset',
    resolve(name) {
      const field = resultField(name)
      onField(field)
      return { kind: 'json', ...field, nullSorts: 'as unset' }
    },
  }
}

/** The value of a column for one trial of a row. */
function resultColumn(row: ResultRow, trial: MeasuredTrial, column: string): JsonText | null {
  if (column === 'inputs') return row.inputs
  return column === 'scores' ? trial.scores : trial.model_output
}
