import { JsonNumber } from '../json/number.ts'
import type { JsonValue } from '../json/tree.ts'
import { formatDateTime } from '../time.ts'
import type { Comparison, Conversion, Expression, LiteralValue } from './expression.ts'
import { typeOf } from './expression.ts'
import { isDocument } from './field.ts'
import { type Place, placeOf, type RowReader, textsOf } from './row.ts'
import { compareValues, documentText, parseBool, parseDouble, parseInteger, printNumber } from './values.ts'

/** What the language means, row by row. Engines are held to this. */
export function evaluate(expression: Expression, row: RowReader): boolean {
  return isTrue(read(expression, { row, item: null }))
}

/** A document as what `to` asks for; null where it is no such thing. */
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
    case 'field':
      return isDocument(expression.field)
        ? convertDocument(placeOf(scope.row, expression.field), 'string')
        : scope.row.plain(expression.field)
    case 'item':
      return scope.item
    case 'and':
      return truth(expression.operands.every((operand) => isTrue(read(operand, scope))))
    case 'or':
      return truth(expression.operands.some((operand) => isTrue(read(operand, scope))))
    case 'not': {
      const value = read(expression.operand, scope)
      return value === null ? null : truth(!isTrue(value))
    }
    case 'compare':
      return compare(expression.operator, read(expression.left, scope), read(expression.right, scope))
    case 'unset':
      return truth(read(expression.operand, scope) === null)
    case 'in':
      return isIn(expression, scope)
    case 'contains':
      return contains(read(expression.input, scope), read(expression.substr, scope))
    case 'lower':
      return onText(read(expression.input, scope), (text) => text.toLowerCase())
    case 'convert':
      return convert(expression.input, expression.to, scope)
    case 'size':
      return onText(read(expression.input, scope), (text) => [...text].length)
    case 'count':
      return scope.row.elements(expression.field).length
    case 'some': {
      const { field, test } = expression
      return truth(textsOf(scope.row, field).some((item) => isTrue(read(test, { ...scope, item }))))
    }
  }
}

const COMPARISONS: Record<Comparison, (order: number) => boolean> = {
  eq: (order) => order === 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
}

function compare(operator: Comparison, left: LiteralValue, right: LiteralValue): LiteralValue {
  if (left === null || right === null) return null
  return truth(COMPARISONS[operator](compareValues(left, right)))
}

function isIn({ operand, options }: Expression & { kind: 'in' }, scope: Scope): LiteralValue {
  if (options.length === 0) return truth(false)
  const value = read(operand, scope)
  if (value === null) return null
  return truth(options.some((option) => isTrue(compare('eq', value, read(option, scope)))))
}

function contains(text: LiteralValue, part: LiteralValue): LiteralValue {
  return truth(typeof text === 'string' && typeof part === 'string' && text.includes(part))
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

const truth = (value: boolean): bigint => (value ? 1n : 0n)

const isTrue = (value: LiteralValue): boolean => Boolean(value)
