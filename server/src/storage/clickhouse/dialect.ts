import { ServiceError } from '../../errors.ts'
import type { Dialect } from '../../query/dialect.ts'
import { type Expression, type Field, isCondition, typeOf } from '../../query/expression.ts'
import { constant, type Fragment, joined, sql, trusted } from '../../query/fragment.ts'
import type { Operator } from '../../query/operators.ts'
import type { LiteralValue } from '../../query/values.ts'
import { LITERALS } from './literals.ts'

/**
 * ClickHouse's SQL.
 *
 * It has no equal of some operations of the language, such as JavaScript's lower case or the conversion of texts to numbers.
 * `isExactInSql` tells which expressions it answers exactly as the evaluator does; those for which it does not hold are
 * left to the evaluator, and compiling one throws `unsupported`.
 */
export const CLICKHOUSE: Dialect = {
  ...LITERALS,
  literal,
  never: trusted('0'),
  orFalse: (condition) => sql`ifNull(${condition}, 0)`,
  oneOf,
  startsWith: (text, prefix) => sql`startsWith(${text}, ${prefix})`,
  contains: (text, part) => sql`(position(${text}, ${part}) > 0)`,
  lower: () => refuse('lower case'),
  length: (text) => sql`lengthUTF8(${text})`,
  quotient: (dividend, divisor) => sql`intDiv(${dividend}, ${divisor})`,
  parse: () => refuse('a conversion'),
  print: () => refuse('a conversion'),
  ordered: (value, direction) => sql`${value} ${trusted(direction)} nulls last`,
  isBehind: (row, position, direction) =>
    sql`(${joined(row, ', ')}) ${trusted(direction === 'asc' ? '>' : '<')} (${joined(position, ', ')})`,
  page: ({ limit = INT64_MAX, offset = 0 }) => trusted(`limit ${limit} offset ${offset}`),
  // Integers would wrap around.
  sum: (value) => sql`ifNull(sum(toFloat64(${value})), 0)`,
  listOf: (value) => sql`groupArray(${value})`,
}

/**
 * Whether SQL over these columns answers an expression exactly as the evaluator does. Large expressions are left to
 * the evaluator, because ClickHouse limits their depth and analyses them slowly.
 */
export function isExactInSql(expression: Expression, hasColumn: (name: string) => boolean): boolean {
  return isCondition(expression) && new ExactnessCheck(hasColumn).allows(expression, 0)
}

const NODES_MAX = 2_000
const DEPTH_MAX = 100

/** Operators whose SQL means what the evaluator does. */
const EXACT_OPERATORS: ReadonlySet<string> = new Set<Operator>([
  'and',
  'or',
  'not',
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'unset',
  'set',
  'in',
  'contains',
  'startsWith',
  'size',
  'minus',
  'quotient',
  'coalesce',
  'case',
])

class ExactnessCheck {
  readonly #hasColumn: (name: string) => boolean
  #nodes = 0

  constructor(hasColumn: (name: string) => boolean) {
    this.#hasColumn = hasColumn
  }

  allows(expression: Expression, depth: number): boolean {
    this.#nodes += 1
    if (this.#nodes > NODES_MAX || depth > DEPTH_MAX) return false
    switch (expression.kind) {
      case 'literal':
      case 'item':
        return true
      case 'field':
        return this.#allowsField(expression.field, depth)
      case 'count':
        return this.#allowsField(expression.field, depth)
      case 'some':
        return this.#allowsField(expression.field, depth) && this.allows(expression.test, depth + 1)
      case 'convert': {
        const { input, to } = expression
        const isNothing = to === 'exists' || (to === 'string' && typeOf(input) === 'text')
        return isNothing && this.allows(input, depth + 1)
      }
      default:
        return (
          EXACT_OPERATORS.has(expression.kind) &&
          expression.operands.every((operand) => this.allows(operand, depth + 1))
        )
    }
  }

  #allowsField(field: Field, depth: number): boolean {
    switch (field.kind) {
      case 'column':
      case 'collection':
        return this.#hasColumn(field.name)
      case 'computed':
        return this.allows(field.value, depth + 1)
      default:
        return false
    }
  }
}

const INT64_MAX = '9223372036854775807'

function literal(value: LiteralValue): Fragment {
  if (value === null) return trusted('null')
  if (typeof value === 'string') return constant(value)
  if (typeof value === 'bigint') return trusted(`toInt64(${value})`)
  // By its bits, because parsing its digits may be off by one in the last place.
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  return trusted(`reinterpretAsFloat64(toUInt64(${bits.getBigUint64(0)}))`)
}

/** `in` takes null for false, and converts all options to one type. */
function oneOf(value: Fragment, options: readonly Fragment[]): Fragment {
  const isTexts = options.every(({ parts: [part] }) => typeof part === 'object' && 'text' in part)
  const found = isTexts
    ? sql`${value} in (${joined(options, ', ')})`
    : joined(
        options.map((option) => sql`ifNull(${value} = ${option}, 0)`),
        ' or ',
      )
  return sql`if(isNull(${value}), null, ${found})`
}

function refuse(what: string): never {
  throw new ServiceError('unsupported', `ClickHouse does not evaluate ${what} exactly`)
}
