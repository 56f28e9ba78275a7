import { ServiceError } from '../errors.ts'
import { parseDateTime } from '../time.ts'
import {
  compare,
  constant,
  FALSE,
  ITEM,
  isCondition,
  lower,
  not,
  some,
  TRUE,
  UNKNOWN,
  unset,
} from './build.ts'
import type { Comparison, Conversion, Expression, SortKey } from './expression.ts'
import { typeOf } from './expression.ts'
import { type CollectionField, type FeedbackField, type Field, isDocument } from './field.ts'
import type { LiteralType, Parsed, ParsedLiteral } from './parse.ts'
import { parseBool, parseDouble, parseInteger } from './values.ts'
import { checkSortWeight, checkWeight } from './weight.ts'

/** The fields of a resource, by the names that clients write. */
export interface Catalogue {
  /** Throws for a name that the resource does not have. */
  resolve(path: string): Field
  /** What `$eq` with null asks of a column: whether it is unset, or, as in SQL, nothing that is ever true. */
  readonly nullMeans: 'unset' | 'unknown'
}

/** Resolves the names of a query and writes out all that it implies. */
export function bind(parsed: Parsed, catalogue: Catalogue): Expression {
  checkWeight(parsed, (path) => catalogue.resolve(path))
  return new Binder(catalogue).truth(parsed)
}

export function bindSort(
  sortBy: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[],
  catalogue: Catalogue,
): SortKey[] {
  const keys = sortBy.map(({ field, direction }) => ({ field: catalogue.resolve(field), direction }))
  checkSortWeight(keys)
  return keys
}

/** An operand with what the rules for its neighbours ask about it. */
interface Operand {
  readonly expression: Expression
  /** Set when it is a literal. */
  readonly literal?: { readonly type: LiteralType; readonly value: ParsedLiteral }
  /** Set when it stands for any number of texts; `expression` is then what single-valued places read. */
  readonly many?: CollectionField | FeedbackField
}

/** What a document is converted to when it is compared with a literal. */
const CASTS: Record<LiteralType, Exclude<Conversion, 'exists'>> = {
  boolean: 'bool',
  integer: 'int',
  float: 'double',
  string: 'string',
  null: 'string',
}

class Binder {
  readonly #catalogue: Catalogue

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /** The node where only true or not true matters: what is not a condition becomes one. */
  truth(parsed: Parsed): Expression {
    const { expression, literal, many } = this.#operand(parsed)
    if (literal) return literal.value === null ? UNKNOWN : constant(Boolean(literal.value))
    if (many) return some(many, TRUE)
    if (isCondition(expression)) return expression
    switch (typeOf(expression)) {
      case 'text':
        return not(compare('eq', expression, { kind: 'literal', value: '' }))
      case 'number':
        return not(compare('eq', expression, FALSE))
      case 'instant':
        return not(unset(expression))
    }
  }

  #operand(parsed: Parsed): Operand {
    if (parsed.kind === 'literal') return { expression: literalOf(parsed.value), literal: parsed }
    if (parsed.kind === 'name') return fieldOperand(this.#catalogue.resolve(parsed.path))
    return { expression: this.#expression(parsed) }
  }

  #expression(parsed: Exclude<Parsed, { kind: 'literal' | 'name' }>): Expression {
    switch (parsed.kind) {
      case 'and':
      case 'or':
        return { kind: parsed.kind, operands: parsed.operands.map((operand) => this.truth(operand)) }
      case 'not':
        return not(this.truth(parsed.operand))
      case 'compare':
        return this.#compare(parsed.operator, this.#operand(parsed.left), this.#operand(parsed.right))
      case 'in':
        return this.#in(
          this.#operand(parsed.operand),
          parsed.options.map((option) => this.#operand(option)),
        )
      case 'contains':
        return contains(this.#operand(parsed.input), this.#operand(parsed.substr), parsed.caseInsensitive)
      case 'convert':
        return convert(this.#operand(parsed.input), parsed.to)
      case 'size':
        return size(this.#operand(parsed.input))
    }
  }

  #compare(operator: Comparison, left: Operand, right: Operand): Expression {
    if (isNull(left) || isNull(right)) return this.#compareWithNull(operator, isNull(left) ? right : left)
    if (left.many) return some(left.many, aligned(operator, { expression: ITEM }, right))
    if (right.many) return some(right.many, aligned(operator, left, { expression: ITEM }))
    return aligned(operator, castFor(left, right.literal?.type), castFor(right, left.literal?.type))
  }

  #compareWithNull(operator: Comparison, { expression, literal, many }: Operand): Expression {
    const asksIfUnset = operator === 'eq' && this.#catalogue.nullMeans === 'unset'
    if (!asksIfUnset || literal) return UNKNOWN
    if (many) return not(some(many, TRUE))
    const isNeverNull = expression.kind === 'field' && isDocument(expression.field)
    return isNeverNull ? UNKNOWN : unset(expression)
  }

  #in(operand: Operand, options: readonly Operand[]): Expression {
    if (!options.every((option) => option.literal)) {
      return { kind: 'or', operands: options.map((option) => this.#compare('eq', operand, option)) }
    }
    if (operand.many) return some(operand.many, membership({ expression: ITEM }, options))
    return membership(castFor(operand, commonType(options)), options)
  }
}

function fieldOperand(field: Field): Operand {
  if (field.kind === 'collection') return { expression: UNKNOWN, many: field }
  const expression: Expression = { kind: 'field', field }
  const isMany = field.kind === 'feedback' && field.rows === 'every'
  return isMany ? { expression, many: field } : { expression }
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

/** The type that decides how a list of literals is compared. Nulls never match and have no say. */
function commonType(options: readonly Operand[]): LiteralType {
  const types = new Set(options.map((option) => option.literal?.type ?? 'null'))
  types.delete('null')
  const [first = 'null', second, third] = types
  if (second === undefined) return first
  const isNumeric = third === undefined && types.has('integer') && types.has('float')
  return isNumeric ? 'float' : 'string'
}

/** Options of another type than the operand's never match, so they are left out. */
function membership(operand: Operand, options: readonly Operand[]): Expression {
  const comparable = options
    .filter((option) => !isNull(option))
    .map((option) => aligned('eq', operand, option))
    .flatMap((test) => (test.kind === 'compare' ? [test.right] : []))
  return { kind: 'in', operand: operand.expression, options: comparable }
}

/** A comparison of like with like; unknown where a literal is of another type than its neighbour. */
function aligned(operator: Comparison, left: Operand, right: Operand): Expression {
  const leftType = typeOf(left.expression)
  const rightType = typeOf(right.expression)
  if (leftType === rightType) return compare(operator, left.expression, right.expression)
  if (!left.literal && !right.literal) return compare(operator, text(left), text(right))
  const leftInstant = rightType === 'instant' ? instantOf(left) : undefined
  if (leftInstant) return compare(operator, leftInstant, right.expression)
  const rightInstant = leftType === 'instant' ? instantOf(right) : undefined
  return rightInstant ? compare(operator, left.expression, rightInstant) : UNKNOWN
}

/** A literal as microseconds; undefined for a boolean, which is no instant in any spelling. */
function instantOf({ literal }: Operand): Expression | undefined {
  const value = literal?.value ?? false
  if (typeof value === 'boolean') return undefined
  const micros = parseDateTime(typeof value === 'bigint' ? Number(value) : value)
  if (micros === undefined) throw new ServiceError('invalid_request', `${value} is not a date and time`)
  return { kind: 'literal', value: BigInt(micros) }
}

function contains(input: Operand, substr: Operand, caseInsensitive: boolean): Expression {
  if (isNull(substr)) return FALSE
  if (typeOf(substr.expression) === 'number') {
    throw new ServiceError('forbidden_operand', '$contains looks for a string, not for a number')
  }
  const cased = (expression: Expression) => (caseInsensitive ? lower(expression) : expression)
  const needle = cased(text(substr))
  if (input.many?.kind === 'collection') return some(input.many, compare('eq', cased(ITEM), needle))
  if (input.many) return some(input.many, { kind: 'contains', input: cased(ITEM), substr: needle })
  return { kind: 'contains', input: cased(text(input)), substr: needle }
}

function convert(operand: Operand, to: Conversion): Expression {
  const { expression, literal, many } = operand
  if (literal) return to === 'exists' ? constant(literal.value !== null) : convertLiteral(literal.value, to)
  if (many && to === 'exists') return some(many, TRUE)
  if (expression.kind === 'field' && isDocument(expression.field)) {
    return to === 'string' ? expression : { kind: 'convert', input: expression, to }
  }
  if (to === 'exists') return not(unset(expression))
  return to === 'string' ? text(operand) : { kind: 'convert', input: text(operand), to }
}

function convertLiteral(value: ParsedLiteral, to: Exclude<Conversion, 'exists'>): Expression {
  if (value === null) return UNKNOWN
  const written = String(value)
  switch (to) {
    case 'string':
      return { kind: 'literal', value: written }
    case 'int':
      return { kind: 'literal', value: parseInteger(written) }
    case 'double':
      return { kind: 'literal', value: parseDouble(written) }
    case 'bool':
      return { kind: 'literal', value: parseBool(written) }
  }
}

function size(operand: Operand): Expression {
  if (operand.many?.kind === 'collection') return { kind: 'count', field: operand.many }
  return { kind: 'size', input: text(operand) }
}

function text({ expression, literal }: Operand): Expression {
  if (literal) return convertLiteral(literal.value, 'string')
  return typeOf(expression) === 'text' ? expression : { kind: 'convert', input: expression, to: 'string' }
}

const isNull = ({ literal }: Operand): boolean => literal?.type === 'null'

const literalOf = (value: ParsedLiteral): Expression =>
  typeof value === 'boolean' ? constant(value) : { kind: 'literal', value }
