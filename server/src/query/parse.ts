import { type Issue, malformed, ServiceError } from '../errors.ts'
import { JsonNumber } from '../json/number.ts'
import type { JsonText } from '../json/text.ts'
import { type JsonValue, parseTree } from '../json/tree.ts'
import { LANGUAGE, type OperatorBody, type OperatorSyntax, type Settings } from './language.ts'
import type { WrittenLiteral } from './operand.ts'
import { integerOf } from './values.ts'

/** A query as sent: names are not resolved, and conversions are implicit. */
export type Parsed =
  | ({ readonly kind: 'literal' } & WrittenLiteral)
  | { readonly kind: 'name'; readonly path: string }
  | {
      readonly kind: 'operation'
      /** Its name on the wire. */
      readonly operator: string
      readonly syntax: OperatorSyntax
      readonly operands: readonly Parsed[]
      readonly settings: Settings
    }

/**
 * Parses the `query` of a request. All syntax errors are reported together, as
 * `malformed_request`; for a query that is valid but meaningless or too large, only the first error is.
 */
export function parseQuery(text: JsonText): Parsed {
  if (text.original.length > TEXT_LENGTH_MAX) {
    throw new ServiceError('too_large', `query has over ${TEXT_LENGTH_MAX} characters`)
  }
  const parser = new Parser()
  const parsed = parser.query(parseTree(text), ['body', 'query'])
  if (parsed === undefined || parser.issues.length > 0) throw malformed(parser.issues)
  if (parser.refusal !== undefined) throw new ServiceError('invalid_request', parser.refusal)
  return parsed
}

const DEPTH_MAX = 64
const NODES_MAX = 10_000
/** Room for as many literals as there may be nodes, each as long as a ref. */
const TEXT_LENGTH_MAX = 4 * 1024 ** 2
const ISSUES_MAX = 100

type Location = readonly (string | number)[]

const CONDITIONS = [...LANGUAGE].flatMap(([name, { isCondition }]) => (isCondition ? [name] : []))
const ALL_OPERATORS = [
  ...CONDITIONS,
  '$literal',
  '$getField',
  ...[...LANGUAGE.keys()].filter((name) => !CONDITIONS.includes(name)),
]
const NO_SETTINGS: Settings = new Map()

type Content = Pick<Parsed & { kind: 'operation' }, 'operands' | 'settings'>

/** Each method returns undefined after it has added an issue. */
class Parser {
  /** The first 100: listing more would not help. */
  readonly issues: Issue[] = []
  /** The first part that is well-formed but cannot be answered. */
  refusal: string | undefined
  #nodes = 0

  query(tree: JsonValue, loc: Location): Parsed | undefined {
    if (!(tree instanceof Map)) return this.#issue(loc, 'must be an object', 'model_type')
    for (const key of tree.keys()) {
      if (key !== '$expr') this.#issue([...loc, key], 'is not allowed beside $expr', 'extra_forbidden')
    }
    if (!tree.has('$expr')) return this.#issue([...loc, '$expr'], 'is required', 'missing')
    return this.#node(tree.get('$expr') ?? null, [...loc, '$expr'], CONDITIONS, 1)
  }

  #operand(tree: JsonValue | undefined, loc: Location, depth: number): Parsed | undefined {
    if (tree === undefined) return this.#issue(loc, 'is required', 'missing')
    return this.#node(tree, loc, ALL_OPERATORS, depth + 1)
  }

  #node(tree: JsonValue, loc: Location, allowed: readonly string[], depth: number): Parsed | undefined {
    this.#countNode(depth)
    if (!(tree instanceof Map)) return this.#issue(loc, 'must be an object with one operator', 'model_type')
    const operators = ALL_OPERATORS.filter((name) => tree.has(name))
    const [operator] = operators
    if (operator === undefined || operators.length > 1 || !allowed.includes(operator)) {
      return this.#issue(loc, `must have exactly one of ${allowed.join(', ')}`, 'union_tag_invalid')
    }
    return this.#operation(operator, tree.get(operator) ?? null, [...loc, operator], depth)
  }

  #operation(operator: string, body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    if (operator === '$literal') return this.#literal(body, loc, depth)
    if (operator === '$getField') {
      return typeof body === 'string'
        ? { kind: 'name', path: body }
        : this.#issue(loc, 'must be a string', 'string_type')
    }
    const syntax = LANGUAGE.get(operator)
    const content = syntax && this.#body(operator, syntax.body, body, loc, depth)
    return content && { kind: 'operation', operator, syntax, ...content }
  }

  #body(operator: string, expected: OperatorBody, body: JsonValue, loc: Location, depth: number) {
    switch (expected.shape) {
      case 'operand': {
        const operand = this.#operand(body, loc, depth)
        return operand && { operands: [operand], settings: NO_SETTINGS }
      }
      case 'list': {
        const operands = this.#operands(body, loc, depth, expected.count)
        if (expected.isEmptyRefused && operands?.length === 0) {
          this.refusal ??= `${operator} needs at least one operand`
        }
        return operands && { operands, settings: NO_SETTINGS }
      }
      case 'operand and options':
        return this.#operandAndOptions(body, loc, depth)
      case 'members':
        return this.#members(expected, body, loc, depth)
    }
  }

  #operandAndOptions(body: JsonValue, loc: Location, depth: number): Content | undefined {
    if (!Array.isArray(body) || body.length !== 2) {
      return this.#issue(loc, 'must be an array of an operand and an array of operands', 'tuple_type')
    }
    const operand = this.#operand(body[0], [...loc, 0], depth)
    const options = this.#operands(body[1], [...loc, 1], depth)
    return operand && options && { operands: [operand, ...options], settings: NO_SETTINGS }
  }

  #members(
    { operands: names, flag, choice }: OperatorBody & { shape: 'members' },
    body: JsonValue,
    loc: Location,
    depth: number,
  ): Content | undefined {
    if (!(body instanceof Map)) return this.#issue(loc, 'must be an object', 'model_type')
    const operands = names
      .map((name) => this.#operand(body.get(name), [...loc, name], depth))
      .filter((operand) => operand !== undefined)
    const settings = new Map<string, string | boolean>()
    if (flag !== undefined) {
      const value = body.get(flag) ?? false
      if (typeof value !== 'boolean') return this.#issue([...loc, flag], 'must be a boolean', 'bool_type')
      settings.set(flag, value)
    }
    if (choice) {
      const chosen = choice.options.find((option) => option === body.get(choice.name))
      if (chosen === undefined) {
        const options = choice.options.join(', ')
        return this.#issue([...loc, choice.name], `must be one of ${options}`, 'literal_error')
      }
      settings.set(choice.name, chosen)
    }
    return operands.length === names.length ? { operands, settings } : undefined
  }

  #operands(body: JsonValue | undefined, loc: Location, depth: number, count?: number): Parsed[] | undefined {
    if (!Array.isArray(body) || (count !== undefined && body.length !== count)) {
      const size = count === undefined ? 'operands' : `exactly ${count} operand${count === 1 ? '' : 's'}`
      return this.#issue(loc, `must be an array of ${size}`, 'list_type')
    }
    const operands = body.map((operand, index) => this.#operand(operand, [...loc, index], depth))
    return operands.filter((operand) => operand !== undefined)
  }

  #literal(body: JsonValue, loc: Location, depth: number): Parsed | undefined {
    if (body === null) return { kind: 'literal', type: 'null', value: null }
    if (typeof body === 'string') return { kind: 'literal', type: 'string', value: body }
    if (typeof body === 'boolean') return { kind: 'literal', type: 'boolean', value: body }
    if (body instanceof JsonNumber) return numberLiteral(body)
    this.#literalMembers(body, loc, depth)
    this.refusal ??= 'an array or object $literal cannot be compared with anything'
    return { kind: 'literal', type: 'null', value: null }
  }

  /** An array or object literal is made of literals. */
  #literalMembers(
    body: readonly JsonValue[] | ReadonlyMap<string, JsonValue>,
    loc: Location,
    depth: number,
  ): void {
    for (const [key, member] of body.entries()) {
      this.#countNode(depth + 1)
      const isLiteral = member instanceof Map && member.has('$literal')
      if (isLiteral) this.#literal(member.get('$literal') ?? null, [...loc, key, '$literal'], depth + 1)
      else this.#issue([...loc, key], 'must be a $literal', 'model_type')
    }
  }

  #countNode(depth: number): void {
    this.#nodes += 1
    if (this.#nodes > NODES_MAX) throw new ServiceError('too_large', `query has over ${NODES_MAX} nodes`)
    if (depth > DEPTH_MAX) throw new ServiceError('too_large', `query is nested deeper than ${DEPTH_MAX}`)
  }

  #issue(loc: Location, msg: string, type: string): undefined {
    if (this.issues.length < ISSUES_MAX) this.issues.push({ loc, msg, type })
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
