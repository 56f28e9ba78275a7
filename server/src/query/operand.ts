import { ServiceError } from '../errors.ts'
import { fromUnixSeconds, parseDateTime } from '../time.ts'
import {
  apply,
  compare,
  FALSE,
  fieldValue,
  ITEM,
  instant,
  literal,
  not,
  some,
  TRUE,
  UNKNOWN,
  unset,
} from './build.ts'
import {
  type CollectionField,
  type Comparison,
  type Conversion,
  type Expression,
  type FeedbackField,
  type Field,
  isCondition,
  isDocument,
  typeOf,
} from './expression.ts'
import { type LiteralValue, parseBool, parseDouble, parseInteger } from './values.ts'

/** A literal as a client wrote it: `5` and `5.0` are different, and so are `1` and `true`. */
export interface WrittenLiteral {
  readonly type: LiteralType
  /** An integer is a bigint, or a number where it does not fit 64 bits; a float is a number. */
  readonly value: LiteralValue | boolean
}

type LiteralType = 'string' | 'integer' | 'float' | 'boolean' | 'null'

/** A bound operand, with what the rules for its siblings need to know. */
export interface Operand {
  readonly expression: Expression
  /** Set when it is a literal. */
  readonly literal?: WrittenLiteral
  /** Set if it has any number of values; `expression` is then used where a single value is needed. */
  readonly many?: CollectionField | FeedbackField
}

/** What `$eq` with null means for a column: whether it is unset, or, as in SQL, never true. */
export type NullMeaning = 'unset' | 'unknown'

export function literalOperand(written: WrittenLiteral): Operand {
  const { value } = written
  return { expression: typeof value === 'boolean' ? condition(value) : literal(value), literal: written }
}

export function fieldOperand(field: Field): Operand {
  if (field.kind === 'collection') return { expression: UNKNOWN, many: field }
  const expression = fieldValue(field)
  const isMany = field.kind === 'feedback' && field.rows === 'every'
  return isMany ? { expression, many: field } : { expression }
}

/** The operand as a condition: other types are converted by truthiness. */
export function truthOf({ expression, literal: written, many }: Operand): Expression {
  if (written) return written.value === null ? UNKNOWN : condition(Boolean(written.value))
  if (many) return some(many, TRUE)
  if (isCondition(expression)) return expression
  switch (typeOf(expression)) {
    case 'text':
      return not(compare('eq', expression, literal('')))
    case 'number':
      return not(compare('eq', expression, FALSE))
    case 'instant':
      return not(unset(expression))
  }
}

export function comparison(
  operator: Comparison,
  left: Operand,
  right: Operand,
  nullMeans: NullMeaning,
): Expression {
  if (isNull(left)) return withNull(operator, right, nullMeans)
  if (isNull(right)) return withNull(operator, left, nullMeans)
  if (left.many) return some(left.many, aligned(operator, { expression: ITEM }, right))
  if (right.many) return some(right.many, aligned(operator, left, { expression: ITEM }))
  return aligned(operator, castFor(left, right.literal?.type), castFor(right, left.literal?.type))
}

export function membership(
  operand: Operand,
  options: readonly Operand[],
  nullMeans: NullMeaning,
): Expression {
  if (!options.every((option) => option.literal)) {
    return { kind: 'or', operands: options.map((option) => comparison('eq', operand, option, nullMeans)) }
  }
  if (operand.many) return some(operand.many, listed({ expression: ITEM }, options))
  return listed(castFor(operand, commonType(options)), options)
}

export function contains(
  input: Operand,
  substr: Operand,
  cased: (text: Expression) => Expression,
): Expression {
  if (isNull(substr)) return FALSE
  if (typeOf(substr.expression) === 'number') {
    throw new ServiceError(
      'forbidden_operand',
      'substr of $contains must be a string, not a number or boolean',
    )
  }
  const needle = cased(textOf(substr))
  if (input.many?.kind === 'collection') return some(input.many, compare('eq', cased(ITEM), needle))
  if (input.many) return some(input.many, apply('contains', cased(ITEM), needle))
  return apply('contains', cased(textOf(input)), needle)
}

export function conversion(operand: Operand, to: Conversion): Expression {
  const { expression, literal: written, many } = operand
  if (written) return to === 'exists' ? condition(written.value !== null) : convertLiteral(written, to)
  if (many && to === 'exists') return some(many, TRUE)
  // Also to a string, since a plain field beside a literal is read as what the literal is.
  if (expression.kind === 'field' && isDocument(expression.field)) {
    return { kind: 'convert', input: expression, to }
  }
  if (to === 'exists') return not(unset(expression))
  return to === 'string' ? textOf(operand) : { kind: 'convert', input: textOf(operand), to }
}

export function textOf({ expression, literal: written }: Operand): Expression {
  if (written) return convertLiteral(written, 'string')
  return typeOf(expression) === 'text' ? expression : { kind: 'convert', input: expression, to: 'string' }
}

function withNull(
  operator: Comparison,
  { expression, literal: written, many }: Operand,
  nullMeans: NullMeaning,
): Expression {
  if (operator !== 'eq' || nullMeans === 'unknown' || written) return UNKNOWN
  if (many) return not(some(many, TRUE))
  const isNeverNull = expression.kind === 'field' && isDocument(expression.field)
  return isNeverNull ? UNKNOWN : unset(expression)
}

/** What a document is converted to when it is compared with a literal. */
const CASTS: Record<LiteralType, Exclude<Conversion, 'exists'>> = {
  boolean: 'bool',
  integer: 'int',
  float: 'double',
  string: 'string',
  null: 'string',
}

/** A document beside a literal is read as what the literal is. */
function castFor(operand: Operand, literalType: LiteralType | undefined): Operand {
  if (literalType === undefined || operand.expression.kind !== 'field') return operand
  const { field } = operand.expression
  const isCast = isDocument(field) && !(field.kind === 'feedback' && field.rows !== 'first')
  const to = CASTS[literalType]
  if (!isCast || to === 'string') return operand
  return { expression: { kind: 'convert', input: operand.expression, to } }
}

/** The type by which a list of literals is compared. Nulls never match and are ignored. */
function commonType(options: readonly Operand[]): LiteralType {
  const types = new Set(options.map((option) => option.literal?.type ?? 'null'))
  types.delete('null')
  const [first = 'null', second, third] = types
  if (second === undefined) return first
  const isNumeric = third === undefined && types.has('integer') && types.has('float')
  return isNumeric ? 'float' : 'string'
}

/** Options of another type than the operand's never match, so they are left out. */
function listed(operand: Operand, options: readonly Operand[]): Expression {
  const comparable = options
    .filter((option) => !isNull(option))
    .map((option) => aligned('eq', operand, option))
    .flatMap((test) => (test.kind === 'eq' ? test.operands.slice(1) : []))
  return { kind: 'in', operands: [operand.expression, ...comparable] }
}

/** A comparison of values of the same type; unknown if a literal has another type than the other side. */
function aligned(operator: Comparison, left: Operand, right: Operand): Expression {
  const leftType = typeOf(left.expression)
  const rightType = typeOf(right.expression)
  if (leftType === rightType) return compare(operator, left.expression, right.expression)
  if (!left.literal && !right.literal) return compare(operator, textOf(left), textOf(right))
  const leftInstant = rightType === 'instant' ? instantOf(left, right) : undefined
  if (leftInstant) return compare(operator, leftInstant, right.expression)
  const rightInstant = leftType === 'instant' ? instantOf(right, left) : undefined
  return rightInstant ? compare(operator, left.expression, rightInstant) : UNKNOWN
}

/** A literal beside an instant as microseconds, where numbers are seconds; undefined for a boolean, which is never an instant. */
function instantOf({ literal: written }: Operand, beside: Operand): Expression | undefined {
  const value = written?.value ?? false
  if (typeof value === 'boolean') return undefined
  const micros = typeof value === 'string' ? parseDateTime(value) : fromUnixSeconds(Number(value))
  if (micros !== undefined) return instant(micros)
  const [shown, expected] =
    typeof value === 'string'
      ? [JSON.stringify(value), 'a date and time']
      : [String(value), 'a time in seconds since 1970']
  throw new ServiceError(
    'invalid_request',
    `${columnOf(beside)} is compared with ${shown}, which is not ${expected}`,
  )
}

function columnOf({ expression }: Operand): string {
  return expression.kind === 'field' && expression.field.kind === 'column' ? expression.field.name : 'A time'
}

function convertLiteral({ value }: WrittenLiteral, to: Exclude<Conversion, 'exists'>): Expression {
  if (value === null) return UNKNOWN
  const written = String(value)
  switch (to) {
    case 'string':
      return literal(written)
    case 'int':
      return literal(parseInteger(written))
    case 'double':
      return literal(parseDouble(written))
    case 'bool':
      return literal(parseBool(written))
  }
}

const isNull = ({ literal: written }: Operand): boolean => written?.type === 'null'

const condition = (value: boolean): Expression => (value ? TRUE : FALSE)
