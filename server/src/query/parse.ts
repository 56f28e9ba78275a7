import { type Fault, malformed, ServiceError } from '../errors.ts'
import { JsonNumber } from '../json/number.ts'
import type { JsonText } from '../json/text.ts'
import { type JsonValue, parseTree } from '../json/tree.ts'
import type { Comparison, Conversion } from './expression.ts'
import { integerOf } from './values.ts'

/** A query as its client wrote it: names are not resolved, nothing implied is written out. */
export type Parsed =
  /** An integer is a bigint, or a number where it does not fit 64 bits; a float is a number. */
  | { readonly kind: 'literal'; readonly type: LiteralType; readonly value: ParsedLiteral }
  | { readonly kind: 'name'; readonly path: string }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Parsed[] }
  | { readonly kind: 'not'; readonly operand: Parsed }
  | {
      readonly kind: 'compare'
      readonly operator: Comparison
      readonly left: Parsed
      readonly right: Parsed
    }
  | { readonly kind: 'in'; readonly operand: Parsed; readonly options: readonly Parsed[] }
  | {
      readonly kind: 'contains'
      readonly input: Parsed
      readonly substr: Parsed
      readonly caseInsensitive: boolean
    }
  | { readonly kind: 'convert'; readonly input: Parsed; readonly to: Conversion }
  | { readonly kind: 'size'; readonly input: Parsed }

export type ParsedLiteral = string | number | bigint | boolean | null

export type LiteralType = 'string' | 'integer' | 'float' | 'boolean' | 'null'

/**
 * Reads the `query` of a request. What is wrong with its shape is reported whole, as
 * `malformed_request`; what has a shape but no meaning, and what is too large, as one sentence.
 */
export function parseQuery(text: JsonText): Parsed {
  if (text.original.length > TEXT_LENGTH_MAX) {
    throw new ServiceError('too_large', `query has over ${TEXT_LENGTH_MAX} characters`)
  }
  const parser = new Parser()
  const parsed = parser.query(parseTree(text), ['body', 'query'])
  if (parsed === undefined || parser.faults.length > 0) throw malformed(parser.faults)
  if (parser.refusal !== undefined) throw new ServiceError('invalid_request', parser.refusal)
  return parsed
}

const DEPTH_MAX = 64
const NODES_MAX = 10_000
/** Room for as many literals as there may be nodes, each as long as a ref. */
const TEXT_LENGTH_MAX = 4 * 1024 ** 2
const FAULTS_MAX = 100

type Location = readonly (string | number)[]

const OPERATIONS = ['$and', '$or', '$not', '$eq', '$gt', '$gte', '$lt', '$lte', '$in', '$contains'] as const
const VALUES = ['$literal', '$getField', '$convert', '$size'] as const
const ALL_OPERATORS = [...OPERATIONS, ...VALUES] as const
const CONVERSIONS = ['double', 'string', 'int', 'bool', 'exists'] as const

type Operator = (typeof ALL_OPERATORS)[number]

/** Each method returns undefined after it has added a fault. */
class Parser {
  /** The first 100: a query with more is no better understood by listing them all. */
  readonly faults: Fault[] = []
  /** The first thing that has the right shape and still cannot be answered. */
  refusal: string | undefined
  #nodes = 0

  query(tree: JsonValue, loc: Location): Parsed | undefined {
    if (!(tree instanceof Map)) return this.#fault(loc, 'must be an object', 'model_type')
    for (const key of tree.keys()) {
      if (key !== '$expr') this.#fault([...loc, key], 'is not allowed beside $expr', 'extra_forbidden')
    }
    if (!tree.has('$expr')) return this.#fault([...loc, '$expr'], 'is required', 'missing')
    return this.#node(tree.get('$expr') ?? null, [...loc, '$expr'], OPERATIONS, 1)
  }

  #operand(tree: JsonValue | undefined, loc: Location, depth: number): Parsed | undefined {
    if (tree === undefined) return this.#fault(loc, 'is required', 'missing')
    return this.#node(tree, loc, ALL_OPERATORS, depth + 1)
  }

  #node(tree: JsonValue, loc: Location, allowed: readonly Operator[], depth: number): Parsed | undefined {
    this.#countNode(depth)
    if (!(tree instanceof Map)) return this.#fault(loc, 'must be an object with one operator', 'model_type')
    const operators = ALL_OPERATORS.filter((name) => tree.has(name))
    const [operator] = operators
    if (operator === undefined || operators.length > 1 || !allowed.includes(operator)) {
      return this.#fault(loc, `must have exactly one of ${allowed.join(', ')}`, 'union_tag_invalid')
    }
    return this.#operation(operator, tree.get(operator) ?? null, [...loc, operator], depth)
  }

  #operation(operator: Operator, body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    switch (operator) {
      case '$and':
        return this.#junction('and', body, loc, depth)
      case '$or':
        return this.#junction('or', body, loc, depth)
      case '$not':
        return this.#not(body, loc, depth)
      case '$eq':
        return this.#compare('eq', body, loc, depth)
      case '$gt':
        return this.#compare('gt', body, loc, depth)
      case '$gte':
        return this.#compare('gte', body, loc, depth)
      case '$lt':
        return this.#compare('lt', body, loc, depth)
      case '$lte':
        return this.#compare('lte', body, loc, depth)
      case '$in':
        return this.#in(body, loc, depth)
      case '$contains':
        return this.#contains(body, loc, depth)
      case '$literal':
        return this.#literal(body, loc, depth)
      case '$getField':
        return typeof body === 'string'
          ? { kind: 'name', path: body }
          : this.#fault(loc, 'must be a string', 'string_type')
      case '$convert':
        return this.#convert(body, loc, depth)
      case '$size':
        return this.#size(body, loc, depth)
    }
  }

  #junction(kind: 'and' | 'or', body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    const operands = this.#operands(body, loc, depth)
    if (operands?.length === 0) this.refusal ??= `$${kind} needs at least one operand`
    return operands && { kind, operands }
  }

  #not(body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    const [operand] = this.#operands(body, loc, depth, 1) ?? []
    return operand && { kind: 'not', operand }
  }

  #compare(operator: Comparison, body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    const [left, right] = this.#operands(body, loc, depth, 2) ?? []
    return left && right && { kind: 'compare', operator, left, right }
  }

  #in(body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    if (!Array.isArray(body) || body.length !== 2) {
      return this.#fault(loc, 'must be an array of an operand and an array of operands', 'tuple_type')
    }
    const operand = this.#operand(body[0], [...loc, 0], depth)
    const options = this.#operands(body[1], [...loc, 1], depth)
    return operand && options && { kind: 'in', operand, options }
  }

  #contains(body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    if (!(body instanceof Map)) return this.#fault(loc, 'must be an object', 'model_type')
    const input = this.#operand(body.get('input'), [...loc, 'input'], depth)
    const substr = this.#operand(body.get('substr'), [...loc, 'substr'], depth)
    const caseInsensitive = body.get('case_insensitive') ?? false
    if (typeof caseInsensitive !== 'boolean') {
      return this.#fault([...loc, 'case_insensitive'], 'must be a boolean', 'bool_type')
    }
    return input && substr && { kind: 'contains', input, substr, caseInsensitive }
  }

  #convert(body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    if (!(body instanceof Map)) return this.#fault(loc, 'must be an object', 'model_type')
    const input = this.#operand(body.get('input'), [...loc, 'input'], depth)
    const to = CONVERSIONS.find((conversion) => conversion === body.get('to'))
    if (!to) return this.#fault([...loc, 'to'], `must be one of ${CONVERSIONS.join(', ')}`, 'literal_error')
    return input && { kind: 'convert', input, to }
  }

  #size(body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    const input = this.#operand(body, loc, depth)
    return input && { kind: 'size', input }
  }

  #operands(body: JsonValue | undefined, loc: Location, depth: number, count?: number): Parsed[] | undefined {
    if (!Array.isArray(body) || (count !== undefined && body.length !== count)) {
      const size = count === undefined ? 'operands' : `exactly ${count} operand${count === 1 ? '' : 's'}`
      return this.#fault(loc, `must be an array of ${size}`, 'list_type')
    }
    const operands = body.map((operand, index) => this.#operand(operand, [...loc, index], depth))
    return operands.filter((operand) => operand !== undefined)
  }

  #literal(body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    if (body === null) return { kind: 'literal', type: 'null', value: null }
    if (typeof body === 'string') return { kind: 'literal', type: 'string', value: body }
    if (typeof body === 'boolean') return { kind: 'literal', type: 'boolean', value: body }
    if (body instanceof JsonNumber) return numberLiteral(body)
    this.#members(body, loc, depth)
    this.refusal ??= 'an array or object $literal cannot be compared with anything'
    return { kind: 'literal', type: 'null', value: null }
  }

  /** An array or object literal is made of literals. */
  #members(body: readonly JsonValue[] | ReadonlyMap<string, JsonValue>, loc: Location, depth: number): void {
    for (const [key, member] of body.entries()) {
      this.#countNode(depth + 1)
      const isLiteral = member instanceof Map && member.has('$literal')
      if (isLiteral) this.#literal(member.get('$literal') ?? null, [...loc, key, '$literal'], depth + 1)
      else this.#fault([...loc, key], 'must be a $literal', 'model_type')
    }
  }

  #countNode(depth: number): void {
    this.#nodes += 1
    if (this.#nodes > NODES_MAX) throw new ServiceError('too_large', `query has over ${NODES_MAX} nodes`)
    if (depth > DEPTH_MAX) throw new ServiceError('too_large', `query is nested deeper than ${DEPTH_MAX}`)
  }

  #fault(loc: Location, msg: string, type: string): undefined {
    if (this.faults.length < FAULTS_MAX) this.faults.push({ loc, msg, type })
  }
}

/** NaN is not equal to anything, as is null. */
function numberLiteral(number: JsonNumber): Parsed {
  if (number.isInteger) return { kind: 'literal', type: 'integer', value: integerOf(number.token) }
  const value = number.toNumber()
  return Number.isNaN(value)
    ? { kind: 'literal', type: 'null', value: null }
    : { kind: 'literal', type: 'float', value }
}
