import { type Expression, isDocument } from '../../../query/expression.ts'
import { balanced, type Fragment, joined, sql, trusted } from '../../../query/fragment.ts'
import { WORDS } from '../schema/calls.ts'
import { leafPath, leafSql, UNKNOWN } from './call-leaves.ts'

/**
 * A condition on `id` in SQL that holds for every call for which the expression is true, and for few others; undefined if
 * there is none. It looks at JSON tokens and texts as they were sent, where a value may be spelled in several ways, so
 * the matches must still be evaluated.
 */
export const prefilter = (projectId: string, expression: Expression): Fragment | undefined =>
  conditionBy(expression, (found) => idCondition(projectId, found))

/** The same as a condition on the rows of starts, for an expression that reads nothing else. */
export const startPrefilter = (projectId: string, expression: Expression): Fragment | undefined =>
  conditionBy(expression, (found) => {
    const [condition, ...others] = found.anyOf
    return condition && others.length === 0 ? sql`(${condition})` : idCondition(projectId, found)
  })

function idCondition(projectId: string, { column, anyOf }: RowCondition): Fragment {
  // Not one list of ids with `union all`, which a Distributed table refuses.
  const isFound = anyOf.map(
    (condition) => sql`id in (select id from call_parts
      where project_id = ${projectId} and part = ${partOf(column)} and (${condition}))`,
  )
  return balanced(isFound, 'or')
}

function conditionBy(expression: Expression, write: (found: RowCondition) => Fragment): Fragment | undefined {
  if (expression.kind !== 'and' && expression.kind !== 'or') {
    const found = rowCondition(expression)
    return found && write(found)
  }
  const known = expression.operands.flatMap((operand) => conditionBy(operand, write) ?? [])
  const isEnough = expression.kind === 'and' || known.length === expression.operands.length
  return known.length > 0 && isEnough ? balanced(known, expression.kind) : undefined
}

interface RowCondition {
  /** The document that it reads. */
  readonly column: string
  /** Each has an index of its own, which `or` between them would not use. */
  readonly anyOf: readonly Fragment[]
}

/** The part of a call that has a document. */
export const partOf = (column: string): 'start' | 'end' =>
  column === 'inputs' || column === 'attributes' ? 'start' : 'end'

function rowCondition(expression: Expression): RowCondition | undefined {
  switch (expression.kind) {
    case 'eq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return comparison(expression.kind, expression.operands)
    case 'in': {
      const [value, ...options] = expression.operands
      const each = options.flatMap((option) => comparison('eq', value ? [value, option] : []) ?? [])
      const [first] = each
      if (!first || each.length < options.length || each.length > OPTIONS_MAX) return undefined
      return {
        column: first.column,
        anyOf: [
          balanced(
            each.flatMap(({ anyOf }) => anyOf),
            'or',
          ),
        ],
      }
    }
    case 'contains':
      return containment(expression.operands)
    default:
      return undefined
  }
}

const OPTIONS_MAX = 50

type Order = 'eq' | 'gt' | 'gte' | 'lt' | 'lte'

const FLIPPED: Record<Order, Order> = { eq: 'eq', gt: 'lt', gte: 'lte', lt: 'gt', lte: 'gte' }

function comparison(order: Order, operands: readonly Expression[]): RowCondition | undefined {
  const [left, right] = operands
  if (!left || !right) return undefined
  if (left.kind === 'literal' && right.kind !== 'literal') return comparison(FLIPPED[order], [right, left])
  const document = documentIn(left)
  if (!document?.leaf || right.kind !== 'literal' || right.value === null) return undefined
  const { column, leaf } = document
  if (typeof right.value === 'number' && !Number.isFinite(right.value)) return undefined
  if (typeof right.value !== 'string')
    return { column, anyOf: [numberTest(leaf, order, Number(right.value))] }
  return order === 'eq' && right.value !== '' ? { column, anyOf: [textTest(leaf, right.value)] } : undefined
}

/** Texts that a number or a boolean may have. */
const OF_OTHER_TOKENS = /^(?:[-+.\deE]+|-?Infinity|NaN|true|false)$/

function textTest(leaf: Fragment, text: string): Fragment {
  const spellings = sql`${leaf} in (${UNKNOWN}, ${JSON.stringify(text)}) or position(${leaf}, ${'\\'}) > 0`
  if (!OF_OTHER_TOKENS.test(text)) return spellings
  return sql`${spellings} or (${leaf} <> '' and not startsWith(${leaf}, '"'))`
}

/** Strings may be numbers, too. ClickHouse reads numbers differently in the last digits, and not all of them. */
function numberTest(leaf: Fragment, order: Order, value: number): Fragment {
  const number = sql`toFloat64OrNull(${leaf})`
  const slack = Math.abs(value) * 1e-12 + Number.MIN_VALUE
  const tests: Fragment[] = []
  if (order !== 'lt' && order !== 'lte') tests.push(sql`${number} >= ${value - slack}`)
  if (order !== 'gt' && order !== 'gte') tests.push(sql`${number} <= ${value + slack}`)
  return sql`startsWith(${leaf}, '"') or (${number} is null and ${leaf} not in ('', 'null', 'true', 'false'))
    or (${joined(tests, ' and ')})`
}

function containment([text, part]: readonly Expression[]): RowCondition | undefined {
  if (!text || part?.kind !== 'literal' || typeof part.value !== 'string') return undefined
  const isLower = text.kind === 'lower'
  const document = documentIn(isLower ? text.operands[0] : text)
  const word = longestWord(part.value)
  if (!document || word === undefined) return undefined
  const { column } = document
  if (!document.leaf && (column === 'inputs' || column === 'output'))
    return { column, anyOf: [hasWord(word), trusted('is_odd = 1')] }
  const where = document.leaf ?? trusted(column)
  // Letters may be written as escapes, and these two characters are letters of ASCII in lower case.
  const others = isLower ? ['\\u', '\u212a', '\u0130'] : ['\\u']
  const tests = [
    sql`${trusted(isLower ? 'positionCaseInsensitive' : 'position')}(${where}, ${word}) > 0`,
    ...others.map((other) => sql`position(${where}, ${other}) > 0`),
    ...(document.leaf ? [sql`${where} = ${UNKNOWN}`] : []),
  ]
  const isNotRuledOut = joined(
    tests.map((test) => sql`ifNull(${test}, 0)`),
    ' or ',
  )
  return { column, anyOf: [isNotRuledOut] }
}

/** In any case, as the index of words has it. */
export const hasWord = (word: string): Fragment =>
  sql`${trusted(WORDS)} like ${`%${word.toLowerCase().replaceAll('_', '\\_')}%`}`

/** The longest part of a text that is in JSON as it is, unless it is escaped; undefined if it may be part of a number. */
function longestWord(text: string): string | undefined {
  const words = text.match(/[A-Za-z0-9_]+/g) ?? []
  const certain = words.filter(
    (word) => /[A-DF-Za-df-z_]/.test(word) && !'-infinity nan'.includes(word.toLowerCase()),
  )
  const longest = certain.reduce((a, b) => (b.length > a.length ? b : a), '')
  return longest.length < WORD_CHARS_MIN ? undefined : longest
}

const WORD_CHARS_MIN = 3

/** The document that an expression converts; `leaf` is undefined if it is the whole of it. */
function documentIn(
  expression: Expression | undefined,
): { readonly column: string; readonly leaf?: Fragment } | undefined {
  if (expression?.kind === 'convert') {
    const { input, to } = expression
    return to === 'exists' || to === 'bool' || input.kind === 'convert' ? undefined : documentIn(input)
  }
  if (expression?.kind !== 'field' || !isDocument(expression.field) || expression.field.kind !== 'json')
    return undefined
  const { column, path } = expression.field
  if (path.length === 0) return { column }
  const leaf = leafPath(column, path)
  return leaf === undefined ? undefined : { column, leaf: trusted(leafSql({ column, path: leaf })) }
}
