import { traceName } from '../../../domain/calls/status.ts'
import { JsonText } from '../../../json/text.ts'
import { literal } from '../../../query/build.ts'
import type { Expression, StoredField } from '../../../query/expression.ts'
import type { RowReader } from '../../../query/row.ts'
import type { LiteralValue } from '../../../query/values.ts'
import { columnOf, HAS_PARENT } from './column-names.ts'

/** An expression that reads columns of segments: a document is named by its column and has no path. */
export interface ColumnExpression {
  readonly expression: Expression
  /** The columns that it reads. */
  readonly columns: readonly string[]
}

/** The same expression over columns; undefined where it reads something that has none. */
export function overColumns(expression: Expression, projectId: string): ColumnExpression | undefined {
  const columns = new Set<string>()
  const found = rewrite(expression, projectId, columns)
  return found && { expression: found, columns: [...columns] }
}

function rewrite(expression: Expression, projectId: string, columns: Set<string>): Expression | undefined {
  switch (expression.kind) {
    case 'literal':
      return expression
    case 'item':
    case 'count':
    case 'some':
      return undefined
    case 'field':
      return rewriteField(expression, projectId, columns)
    case 'convert': {
      const input = rewrite(expression.input, projectId, columns)
      return input && { ...expression, input }
    }
    default: {
      if ((expression.kind === 'set' || expression.kind === 'unset') && isParent(expression.operands[0])) {
        columns.add(HAS_PARENT)
        return { kind: expression.kind, operands: [CHILD] }
      }
      const operands = expression.operands.map((operand) => rewrite(operand, projectId, columns))
      return operands.every((operand) => operand !== undefined) ? { ...expression, operands } : undefined
    }
  }
}

const CHILD: Expression = { kind: 'field', field: { kind: 'column', name: HAS_PARENT, type: 'number' } }

const isParent = (expression: Expression | undefined): boolean =>
  expression?.kind === 'field' && expression.field.kind === 'column' && expression.field.name === 'parent_id'

function rewriteField(
  expression: Extract<Expression, { kind: 'field' }>,
  projectId: string,
  columns: Set<string>,
): Expression | undefined {
  const { field } = expression
  if (field.kind === 'computed') return rewrite(field.value, projectId, columns)
  if (field.kind === 'column' && field.name === 'project_id') return literal(projectId)
  const column = columnOf(field)
  if (column === undefined) return undefined
  columns.add(column)
  return field.kind === 'json' ? { kind: 'field', field: { ...field, column, path: [] } } : expression
}

/** A call of which the tokens of some columns are known. */
export class TokenRow implements RowReader {
  /** By column; null where there is no value. */
  readonly tokens = new Map<string, string | null>()
  readonly #opName: (op: number) => string

  constructor(opName: (op: number) => string) {
    this.#opName = opName
  }

  stored(field: StoredField): LiteralValue {
    const token = field.kind === 'column' ? this.tokens.get(columnOf(field) ?? '') : null
    if (field.kind !== 'column' || token === null || token === undefined) return null
    if (field.name === 'op_name') return this.#opName(Number(token))
    if (field.name === 'op') return traceName(this.#opName(Number(token)))
    const value: string | number = JSON.parse(token)
    return value
  }

  json(column: string): JsonText | null {
    const token = this.tokens.get(column)
    return token === null || token === undefined ? null : new JsonText(token)
  }

  elements(): readonly string[] {
    return []
  }

  feedback() {
    return []
  }

  object(): null {
    return null
  }
}
