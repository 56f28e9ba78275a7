import { compileTest } from '../../../query/compile.ts'
import type { Expression } from '../../../query/expression.ts'
import { type Fragment, sql, trusted } from '../../../query/fragment.ts'
import { recordTable } from './record-table.ts'

const SIDES: ReadonlyMap<string, string> = new Map([
  ['input_refs', '0'],
  ['output_refs', '1'],
])

/** Finds calls by complete refs or prefixes of refs; undefined for any other expression. */
export function lookUpByRef(project: number, expression: Expression): Fragment | undefined {
  if (expression.kind !== 'some' || expression.field.kind !== 'collection') return undefined
  const side = SIDES.get(expression.field.name)
  if (side === undefined || !isServedByIndex(expression.test)) return undefined
  const test = compileTest(expression.test, trusted('ref'), recordTable('call_refs', ''))
  const ofSide = sql`project = ${BigInt(project)} and side = ${trusted(side)}`
  return sql`c.rid in (select rid from call_refs where ${ofSide} and ref <> '' and ${test})`
}

function isServedByIndex(test: Expression): boolean {
  switch (test.kind) {
    case 'or':
      return test.operands.every(isServedByIndex)
    case 'eq':
    case 'in':
    case 'startsWith': {
      const [text, ...others] = test.operands
      return text?.kind === 'item' && others.every(({ kind }) => kind === 'literal')
    }
    default:
      return false
  }
}
