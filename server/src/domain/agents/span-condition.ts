import type { JsonText } from '../../json/text.ts'
import { bind } from '../../query/bind.ts'
import { all, column, compare, instant } from '../../query/build.ts'
import type { Comparison, Expression } from '../../query/expression.ts'
import { parseQuery } from '../../query/parse.ts'
import { type Micros, readDateTime } from '../../time.ts'
import { agentSpanCatalogue } from './span-fields.ts'

interface SpanFilter {
  readonly query?: JsonText
  readonly started_after?: string | number
  readonly started_before?: string | number
}

/** The condition that spans must meet to match a request. */
export function spanCondition(filter: SpanFilter, ...others: readonly Expression[]): Expression {
  const { query, started_after, started_before } = filter
  const operands = [
    ...others,
    ...(query === undefined ? [] : [spanQuery(query)]),
    ...(started_after === undefined ? [] : [startedAt('gte', readAt(started_after, 'started_after'))]),
    ...(started_before === undefined ? [] : [startedAt('lt', readAt(started_before, 'started_before'))]),
  ]
  return all(operands)
}

export const spanQuery = (query: JsonText): Expression => bind(parseQuery(query), agentSpanCatalogue)

export const startedAt = (operator: Comparison, at: Micros): Expression =>
  compare(operator, column('started_at', 'instant'), instant(at))

const readAt = (value: string | number, field: string): Micros => readDateTime(value, ['body', field])
