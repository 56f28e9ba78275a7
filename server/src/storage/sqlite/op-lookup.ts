import { type Expression, inputsOf } from '../../query/expression.ts'
import type { Field } from '../../query/field.ts'
import { type Fragment, sql, trusted } from '../../query/fragment.ts'
import { compileCondition, type Dialect } from '../../query/sql.ts'
import { recordDialect } from './dialect.ts'

/**
 * Finds calls by an expression that is about their ops alone; undefined for any other. Ops are few: each is asked
 * once, not again for every call.
 */
export function lookUpByOp(projectId: string, expression: Expression): Fragment | undefined {
  if (!isAboutOps(expression)) return undefined
  const project = sql`(select id from projects where name = ${projectId})`
  const ops = sql`select n.id from op_names n where n.project = ${project} and ${compileCondition(expression, OPS)}`
  return sql`(c.op in (${ops}))`
}

function isAboutOps(expression: Expression): boolean {
  let isOne = false
  for (const input of inputsOf(expression)) {
    if (!isOp(input)) return false
    isOne = true
  }
  return isOne
}

function isOp(input: Field | 'item'): boolean {
  if (input === 'item') return false
  return input.kind === 'column' ? input.name === 'op_name' : input.kind === 'computed' && input.name === 'op'
}

/** `op_names` as `n`. */
const OPS: Dialect = {
  ...recordDialect('n'),
  plain: (field) => trusted(field.kind === 'computed' ? 'heddle_trace_name(n.name)' : 'n.name'),
}
