import { JsonNumber } from '../json/number.ts'
import type { JsonValue } from '../json/tree.ts'
import { formatDateTime } from '../time.ts'
import { type Conversion, type Expression, isDocument, typeOf } from './expression.ts'
import { isTrue, operatorNamed, truth } from './operators.ts'
import { type Place, placeOf, type RowReader, textsOf } from './row.ts'
import {
  documentText,
  type LiteralValue,
  parseBool,
  parseDouble,
  parseInteger,
  printNumber,
} from './values.ts'

/** Reference semantics of the language, row by row. Engines must agree with it. */
export function evaluate(expression: Expression, row: RowReader): boolean {
  return isTrue(evaluateValue(expression, row))
}

/** The value of an expression for a row. */
export function evaluateValue(expression: Expression, row: RowReader): LiteralValue {
  return read(expression, { row, item: null })
}

/** A document converted to `to`; null if that is not possible. */
export function convertDocument(place: Place, to: Conversion): LiteralValue {
  if (to === 'exists') return truth(place.value !== undefined && place.value !== null)
  if (!place.hasDocument) return null
  return to === 'string' ? documentText(place.value) : parseValue(place.value, to)
}

interface Scope {
  readonly row: RowReader
  /** The text that the enclosing `some` looks at. */
  readonly item: string | null
}

function read(expression: Expression, scope: Scope): LiteralValue {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'field': {
      const { field } = expression
      if (isDocument(field)) return convertDocument(placeOf(scope.row, field), 'string')
      return field.kind === 'computed' ? read(field.value, scope) : scope.row.stored(field)
    }
    case 'item':
      return scope.item
    case 'convert':
      return convert(expression.input, expression.to, scope)
    case 'count':
      return scope.row.elements(expression.field).length
    case 'some': {
      const { field, test } = expression
      return truth(textsOf(scope.row, field).some((item) => isTrue(read(test, { ...scope, item }))))
    }
    default:
      return operatorNamed(expression.kind).evaluate(readEach(expression.operands, scope))
  }
}

function* readEach(operands: readonly Expression[], scope: Scope): Generator<LiteralValue> {
  for (const operand of operands) yield read(operand, scope)
}

function convert(input: Expression, to: Conversion, scope: Scope): LiteralValue {
  if (input.kind === 'field' && isDocument(input.field)) {
    return convertDocument(placeOf(scope.row, input.field), to)
  }
  const value = read(input, scope)
  if (to === 'exists') return truth(value !== null)
  if (to !== 'string') return onText(value, (text) => parseAs(text, to))
  if (value === null || typeof value === 'string') return value
  return typeOf(input) === 'instant' ? formatDateTime(Number(value)) : printNumber(value)
}

function parseValue(value: JsonValue | undefined, to: 'double' | 'int' | 'bool'): LiteralValue {
  if (value instanceof JsonNumber && to === 'double') return value.toNumber()
  const isScalar = typeof value === 'string' || typeof value === 'boolean' || value instanceof JsonNumber
  return isScalar ? parseAs(documentText(value), to) : null
}

function parseAs(text: string, to: 'double' | 'int' | 'bool'): LiteralValue {
  switch (to) {
    case 'double':
      return parseDouble(text)
    case 'int':
      return parseInteger(text)
    case 'bool':
      return parseBool(text)
  }
}

function onText(value: LiteralValue, change: (text: string) => LiteralValue): LiteralValue {
  return typeof value === 'string' ? change(value) : null
}
