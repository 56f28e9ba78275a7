import { any, apply, literal, not } from '../../../query/build.ts'
import type { Comparison, Expression } from '../../../query/expression.ts'
import { numberReader, plainNumber } from './number-vectors.ts'
import { withPhrase } from './phrase-judge.ts'
import type { ColumnReader, Segment } from './segments.ts'
import {
  type Counter,
  countByTokens,
  isText,
  type Judge,
  type JudgeContext,
  judgeByNumbers,
  judgeByTokens,
  VERDICT,
} from './token-judge.ts'
import { overColumns } from './token-row.ts'

/** Judges calls by their columns; undefined where these can hardly ever tell. */
export function judgeOf(expression: Expression, context: JudgeContext): Judge | undefined {
  switch (expression.kind) {
    case 'and':
      return both(expression.operands.map((operand) => judgeOf(operand, context)))
    case 'or':
      return either(expression.operands.map((operand) => judgeOf(operand, context)))
    case 'not': {
      const judge = expression.operands[0] && judgeOf(expression.operands[0], context)
      return judge && ((segment) => judge(segment).map((verdict) => OPPOSITE[verdict] ?? VERDICT.unknown))
    }
    case 'eq':
    case 'in': {
      const spelledOut = withoutCase(expression.operands)
      return spelledOut ? judgeOf(spelledOut, context) : judgeValue(expression, context)
    }
    default:
      return judgeValue(expression, context)
  }
}

const OPPOSITE = [VERDICT.yes, VERDICT.no, VERDICT.null, VERDICT.unknown]

/** Null counts as false. Undefined operands cannot be judged. */
function both(operands: readonly (Judge | undefined)[]): Judge | undefined {
  const judges = operands.filter((judge) => judge !== undefined)
  if (judges.length === 0 && operands.length > 0) return undefined
  return (segment) => {
    const start = judges.length === operands.length ? VERDICT.yes : VERDICT.unknown
    const verdicts = new Uint8Array(segment.places).fill(start)
    for (const judge of judges) {
      const others = judge(segment)
      for (let place = 0; place < verdicts.length; place++) {
        const other = others[place]
        if (other === VERDICT.no || other === VERDICT.null) verdicts[place] = VERDICT.no
        else if (other === VERDICT.unknown && verdicts[place] === VERDICT.yes) verdicts[place] = other
      }
    }
    return verdicts
  }
}

/** Null counts as false. */
function either(operands: readonly (Judge | undefined)[]): Judge | undefined {
  const judges = operands.filter((judge) => judge !== undefined)
  if (judges.length < operands.length) return undefined
  return (segment) => {
    const verdicts = new Uint8Array(segment.places)
    for (const judge of judges) {
      const others = judge(segment)
      for (let place = 0; place < verdicts.length; place++) {
        const other = others[place]
        if (other === VERDICT.yes) verdicts[place] = other
        else if (other === VERDICT.unknown && verdicts[place] === VERDICT.no) verdicts[place] = other
      }
    }
    return verdicts
  }
}

/**
 * Whether a choice among texts is one of some texts, as a condition on what it chooses by. A call that failed has the
 * status `error` whatever else is to know about it.
 */
function withoutCase([value, ...options]: readonly Expression[]): Expression | undefined {
  const choice = value?.kind === 'field' && value.field.kind === 'computed' ? value.field.value : value
  if (choice?.kind !== 'case' || ![...valuesIn(choice.operands), ...options].every(isText)) return undefined
  const texts = new Set(options.map((option) => option.kind === 'literal' && option.value))
  const wanted = (text: Expression | undefined) => text?.kind === 'literal' && texts.has(text.value)
  const { operands } = choice
  const last = operands.length - 1
  const branches: Expression[] = []
  const before: Expression[] = []
  for (let at = 0; at < last; at += 2) {
    const test = operands[at] ?? literal(null)
    if (wanted(operands[at + 1])) branches.push(apply('and', ...before, test))
    before.push(not(apply('and', test)))
  }
  if (wanted(operands[last])) branches.push(apply('and', ...before))
  return any(branches)
}

const valuesIn = (operands: readonly Expression[]): readonly Expression[] =>
  operands.filter((_, at) => at % 2 === 1 || at === operands.length - 1)

function judgeValue(expression: Expression, context: JudgeContext): Judge | undefined {
  const found = overColumns(expression, context.project_id)
  const byCalls = found && (judgeNumbers(found.expression, context.columns) ?? judgeByTokens(found, context))
  const byNumbers = found && judgeByNumbers(found, context)
  const byColumns =
    byNumbers && byCalls ? (segment: Segment) => byNumbers(segment) ?? byCalls(segment) : byCalls
  return withPhrase(byColumns, expression, context)
}

/** Counts the calls that meet a condition, where that is faster than to judge each; undefined where it is not. */
export function counterOf(expression: Expression, context: JudgeContext): Counter | undefined {
  const found = overColumns(expression, context.project_id)
  return found && (countByStart(found.expression) ?? countByTokens(found, context))
}

/** By when the first and the last of them started. */
function countByStart(expression: Expression): Counter | undefined {
  const verdictOn = verdictByStart(expression)
  if (!verdictOn) return undefined
  return (of) => {
    const verdict = verdictOn(of)
    if (verdict === undefined) return undefined
    return verdict === VERDICT.yes ? of.places : 0
  }
}

/** Compares numbers without a look at the language; undefined for other expressions. */
function judgeNumbers(expression: Expression, columns: ColumnReader): Judge | undefined {
  if (!isComparison(expression)) return undefined
  const [left, right] = expression.operands
  const readLeft = left && numberReader(left, columns)
  const readRight = right && numberReader(right, columns)
  if (!readLeft || !readRight) return undefined
  const verdictOn = verdictByStart(expression)
  return (segment) => {
    const whole = verdictOn?.(segment)
    if (whole !== undefined) return new Uint8Array(segment.places).fill(whole)
    const { values, unknown } = readLeft(segment)
    const { values: others, unknown: unknownOthers } = readRight(segment)
    const found = compareEach(values, others, expression.kind)
    for (let place = 0; (unknown || unknownOthers) && place < found.length; place++) {
      if (unknown?.[place] || unknownOthers?.[place]) found[place] = VERDICT.unknown
    }
    return found
  }
}

type ComparisonExpression = Extract<Expression, { readonly operands: unknown }> & {
  readonly kind: Comparison
}

const isComparison = (expression: Expression): expression is ComparisonExpression =>
  expression.kind in COMPARE

/** Verdicts on a number that is less than another, equal, greater, or null. */
const COMPARE: Record<Comparison, Uint8Array> = {
  eq: Uint8Array.of(VERDICT.no, VERDICT.yes, VERDICT.no, VERDICT.null),
  gt: Uint8Array.of(VERDICT.no, VERDICT.no, VERDICT.yes, VERDICT.null),
  gte: Uint8Array.of(VERDICT.no, VERDICT.yes, VERDICT.yes, VERDICT.null),
  lt: Uint8Array.of(VERDICT.yes, VERDICT.no, VERDICT.no, VERDICT.null),
  lte: Uint8Array.of(VERDICT.yes, VERDICT.yes, VERDICT.no, VERDICT.null),
}

function compareEach(left: Float64Array, right: Float64Array, kind: Comparison): Uint8Array {
  const verdicts = COMPARE[kind]
  const found = new Uint8Array(left.length)
  for (let place = 0; place < left.length; place++) {
    const a = left[place] ?? Number.NaN
    const b = right[place] ?? Number.NaN
    found[place] = verdicts[a < b ? 0 : a > b ? 2 : a === b ? 1 : 3] ?? 0
  }
  return found
}

const isStart = (expression: Expression): boolean =>
  expression.kind === 'field' && expression.field.kind === 'column' && expression.field.name === 'started_at'

/**
 * The verdict on all calls by when the first and the last of them started, undefined where it is not the same. Undefined for
 * conditions on something else.
 */
function verdictByStart(
  expression: Expression,
): ((of: Pick<Segment, 'started_from' | 'started_to'>) => number | undefined) | undefined {
  if (!isComparison(expression)) return undefined
  const { kind, operands } = expression
  const bound = plainNumber(operands[1])
  if (!operands[0] || !isStart(operands[0]) || bound === undefined) return undefined
  return ({ started_from, started_to }) => {
    const ends = Float64Array.of(started_from, started_to)
    const [first, last] = compareEach(ends, Float64Array.of(bound, bound), kind)
    const isSame = first === last && (kind !== 'eq' || started_from === started_to)
    return isSame ? first : undefined
  }
}
