import { JsonNumber } from '../../json/number.ts'
import { type JsonValue, parseTree } from '../../json/tree.ts'
import { compareValues, documentText, walk } from '../../query/values.ts'
import type { ResultRow } from './results.ts'
import { type ResultField, resultColumn, resultField } from './results-fields.ts'

export interface SortRequest {
  readonly field: string
  readonly direction: 'asc' | 'desc'
  readonly evaluation_call_id?: string
  readonly mode?: 'value' | 'difference'
}

export interface RowSort {
  /** Whether the rows must have been read before they are sorted. */
  readonly readsInputs: boolean
  /** The rows in order; those that the keys cannot tell apart keep theirs. */
  sorted(rows: readonly ResultRow[]): ResultRow[]
}

/** Judges a sort order. Without keys the rows keep their order, which is that of their digests. */
export function newRowSort(requests: readonly SortRequest[]): RowSort {
  const keys = requests.map(newKey)
  return {
    readsInputs: keys.some(({ readsInputs }) => readsInputs),
    sorted(rows) {
      const placed = rows.map((row) => ({ row, values: keys.map((key) => key.valueOf(row)) }))
      placed.sort((left, right) => compareByKeys(left.values, right.values, keys))
      return placed.map(({ row }) => row)
    },
  }
}

/** What a row is sorted by; null sorts last in both directions. */
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

/** The mean where all are numbers, else the first that is there. */
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
