import { compileCondition } from '../../../query/compile.ts'
import { type Expression, type Field, inputsOf } from '../../../query/expression.ts'
import { type Fragment, render, sql, trusted } from '../../../query/fragment.ts'
import type { Database } from '../database/driver.ts'
import { SQLITE } from './dialect.ts'
import { tableOf } from './record-table.ts'

/**
 * Finds calls by an expression that reads only their ops; undefined for any other. Ops are few: the expression is evaluated
 * once per op, not per call.
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
  return input !== 'item' && input.kind === 'column' && (input.name === 'op_name' || input.name === 'op')
}

/** The numbers of the project's ops for which the expression is true. */
export function matchingOps(db: Database, project: number, expression: Expression): number[] {
  const ops = sql`select n.id from op_names n where n.project = ${BigInt(project)} and ${compileCondition(expression, OPS)}`
  const statement = render(ops, SQLITE)
  return db
    .prepare(statement.sql)
    .all<{ id: number }>(...statement.params)
    .map(({ id }) => id)
}

/** `op_names` as `n`. */
const OPS = tableOf({
  column: (name) => trusted(name === 'op' ? 'heddle_trace_name(n.name)' : 'n.name'),
  elements: ({ name }) => {
    throw new Error(`an op has no ${name}`)
  },
})
