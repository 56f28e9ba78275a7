import { parseTree } from '../../../json/tree.ts'
import { convertDocument } from '../../../query/evaluate.ts'
import type { Expression } from '../../../query/expression.ts'
import { type Column, FIRST_CODE, UNKNOWN } from './column.ts'
import { columnOf } from './column-names.ts'
import type { ColumnReader, Segment } from './segments.ts'

/** A number for each place of a segment; NaN for null. */
interface NumberVector {
  readonly values: Float64Array
  /** Places of which the number is not known. */
  readonly unknown?: Uint8Array
}

export type NumberReader = (segment: Segment) => NumberVector

/**
 * Reads the numbers that an expression over columns stands for; undefined for an expression that may be something else
 * than a double or a safe integer.
 */
export function numberReader(expression: Expression, columns: ColumnReader): NumberReader | undefined {
  switch (expression.kind) {
    case 'literal': {
      const number = plainNumber(expression)
      return number === undefined
        ? undefined
        : ({ places }) => ({ values: new Float64Array(places).fill(number) })
    }
    case 'field': {
      const { field } = expression
      if (field.kind !== 'column' || field.type === 'text') return undefined
      const name = columnOf(field)
      return name === undefined ? undefined : (segment) => doublesIn(columns.read(segment, name))
    }
    case 'convert': {
      const { input, to } = expression
      if (to !== 'double' || input.kind !== 'field' || input.field.kind !== 'json') return undefined
      const name = input.field.column
      return (segment) => doublesIn(columns.read(segment, name))
    }
    case 'minus':
    case 'quotient':
      return integerReader(expression.kind, expression.operands, columns)
    default:
      return undefined
  }
}

/** The number of a literal, where a double has it exactly. */
export function plainNumber(expression: Expression | undefined): number | undefined {
  if (expression?.kind !== 'literal') return undefined
  const { value } = expression
  if (typeof value === 'number') return value
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : undefined
}

/** Instants, and what is made of them, are safe integers. */
function integerReader(
  kind: 'minus' | 'quotient',
  operands: readonly Expression[],
  columns: ColumnReader,
): NumberReader | undefined {
  if (!operands.every(isInteger)) return undefined
  const [left, right] = operands.map((operand) => numberReader(operand, columns))
  if (!left || !right || (kind === 'quotient' && !((plainNumber(operands[1]) ?? 0) > 0))) return undefined
  return (segment) => {
    const { values: lefts, unknown } = left(segment)
    const { values: others, unknown: unknownOthers } = right(segment)
    const values = new Float64Array(lefts.length)
    for (let place = 0; place < values.length; place++) {
      const value = lefts[place] ?? Number.NaN
      const other = others[place] ?? Number.NaN
      values[place] = kind === 'minus' ? value - other : quotient(value, other)
    }
    const isUnknown = (place: number) => Number(unknown?.[place] || unknownOthers?.[place])
    return unknown || unknownOthers
      ? { values, unknown: Uint8Array.from(values, (_, place) => isUnknown(place)) }
      : { values }
  }
}

/** Divides safe integers, toward zero, by a positive one. Their remainder would take ten times as long. */
function quotient(dividend: number, divisor: number): number {
  const found = Math.trunc(dividend / divisor)
  const product = found * divisor
  if (dividend >= 0 ? product > dividend : product < dividend) return found - Math.sign(dividend)
  return found
}

function isInteger(expression: Expression): boolean {
  if (expression.kind === 'literal') return Number.isSafeInteger(plainNumber(expression))
  if (expression.kind === 'field') {
    return expression.field.kind === 'column' && expression.field.type === 'instant'
  }
  return (
    (expression.kind === 'minus' || expression.kind === 'quotient') && expression.operands.every(isInteger)
  )
}

function doublesIn(column: Column): NumberVector {
  if (column.kind === 'numbers') return column
  const { codes } = column
  const ofToken = column.tokens().map(doubleOf)
  const ofCode = new Float64Array(FIRST_CODE + ofToken.length).fill(Number.NaN)
  ofCode.set(ofToken, FIRST_CODE)
  const values = new Float64Array(codes.length)
  let isKnown = true
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place] ?? 0
    values[place] = ofCode[code] ?? Number.NaN
    if (code === UNKNOWN) isKnown = false
  }
  return isKnown
    ? { values }
    : { values, unknown: Uint8Array.from(codes, (code) => Number(code === UNKNOWN)) }
}

function doubleOf(token: string): number {
  const value = convertDocument({ hasDocument: true, value: parseTree(token) }, 'double')
  return value === null ? Number.NaN : Number(value)
}
