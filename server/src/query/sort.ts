import { convertDocument, evaluateValue } from './evaluate.ts'
import { type Field, isDocument, nullIsValue, type SortKey } from './expression.ts'
import { placeOf, type RowReader } from './row.ts'
import { compareValues, type LiteralValue } from './values.ts'

/** Compares two rows: negative if `left` comes first, zero if all keys are equal. */
export function compareRows(left: RowReader, right: RowReader, keys: readonly SortKey[]): number {
  for (const key of keys) {
    const order = compareByKey(left, right, key)
    if (order !== 0) return order
  }
  return 0
}

function compareByKey(left: RowReader, right: RowReader, { field, direction }: SortKey): number {
  const ofLeft = sortValues(left, field)
  const ofRight = sortValues(right, field)
  for (const [index, value] of ofLeft.entries()) {
    const order = compareNullsLast(value, ofRight[index] ?? null, direction)
    if (order !== 0) return order
  }
  return 0
}

/** A value of a row to sort by, apart from the row, for sorts that do not keep their rows. */
export interface SortValue {
  readonly value: LiteralValue
  readonly direction: SortKey['direction']
}

/** The values of a row by which `compareRows` compares it. */
export function sortValuesOf(row: RowReader, keys: readonly SortKey[]): SortValue[] {
  return keys.flatMap(({ field, direction }) => sortValues(row, field).map((value) => ({ value, direction })))
}

/** Compares two rows by the values of the same keys. */
export function compareSortValues(left: readonly SortValue[], right: readonly SortValue[]): number {
  for (const [at, { value, direction }] of left.entries()) {
    const order = compareNullsLast(value, right[at]?.value ?? null, direction)
    if (order !== 0) return order
  }
  return 0
}

/** Documents: existing values first, numbers before texts; then by number, then by text. */
function sortValues(row: RowReader, field: Field): LiteralValue[] {
  if (field.kind === 'collection') return [row.elements(field).length]
  if (!isDocument(field)) return [evaluateValue({ kind: 'field', field }, row)]
  const place = placeOf(row, field)
  const isPresent = nullIsValue(field) ? place.value !== undefined : Boolean(convertDocument(place, 'exists'))
  return [isPresent ? 1 : null, convertDocument(place, 'double'), convertDocument(place, 'string')]
}

/** The order of two values by one key. Null comes last in both directions. */
export function compareNullsLast(left: LiteralValue, right: LiteralValue, direction: 'asc' | 'desc'): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  const order = compareValues(left, right)
  return direction === 'asc' ? order : -order
}
