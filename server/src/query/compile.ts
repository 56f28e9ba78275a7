import type { Dialect } from './dialect.ts'
import {
  type CollectionField,
  type Conversion,
  type DocumentField,
  type Expression,
  type FeedbackField,
  type Field,
  isDocument,
  nullIsValue,
  type SortKey,
  type StoredField,
  typeOf,
} from './expression.ts'
import { type Fragment, sql, trusted } from './fragment.ts'
import { operatorNamed } from './operators.ts'

/** How a document can be read: `present` counts an explicit null, `exists` does not. */
export type Reading = Conversion | 'present'

/** How an engine reads the fields of a resource. Methods return null for null unless stated otherwise. */
export interface Table {
  readonly dialect: Dialect
  stored(field: StoredField): Fragment
  /** The value at a document's path. `string` is `''` if there is none, but null if there is no document. */
  document(field: DocumentField, as: Reading): Fragment
  /** The number of elements of the collection. */
  count(field: CollectionField): Fragment
  /** Whether `test` is true for one of the field's non-empty texts. Never null. */
  some(field: CollectionField | FeedbackField, test: (item: Fragment) => Fragment): Fragment
  /** Finds the rows for which an expression is true, if that is possible without evaluating it for each row. */
  lookUp?(expression: Expression): Fragment | undefined
  /** True, or aborts the statement once its read is cancelled. Added between the operands of long lists. */
  readonly checkpoint?: Fragment
}

/** SQL that is true for exactly the rows for which the expression is. */
export function compileCondition(expression: Expression, table: Table): Fragment {
  return new Compiler(table).condition(expression)
}

/** SQL for the value of an expression. */
export function compileValue(expression: Expression, table: Table): Fragment {
  return new Compiler(table).value(expression)
}

/** SQL for the test of a `some`, applied to the text `item`. */
export function compileTest(test: Expression, item: Fragment, table: Table): Fragment {
  return new Compiler(table, item).condition(test)
}

/** The terms of `order by`. */
export function compileSort(keys: readonly SortKey[], table: Table): Fragment[] {
  return keys.flatMap((key) => sortTerms(key, table))
}

const OPERANDS_UNCHECKED = 32

type Operation = Extract<Expression, { readonly operands: unknown }>

const isOperation = (expression: Expression): expression is Operation => 'operands' in expression

class Compiler {
  readonly #table: Table
  /** The text that the enclosing `some` looks at. */
  readonly #item: Fragment | undefined

  constructor(table: Table, item?: Fragment) {
    this.#table = table
    this.#item = item
  }

  /** Used where null and false are equivalent: engines then see plain conditions and can use their indexes. */
  condition(expression: Expression): Fragment {
    const found = this.#table.lookUp?.(expression)
    if (found) return found
    return isOperation(expression) ? this.#operation(expression) : this.value(expression)
  }

  value(expression: Expression): Fragment {
    const { dialect } = this.#table
    switch (expression.kind) {
      case 'literal':
        return dialect.literal(expression.value, typeOf(expression))
      case 'field':
        return this.#field(expression.field)
      case 'item':
        return this.#item ?? trusted('null')
      case 'convert':
        return this.#convert(expression.input, expression.to)
      case 'count':
        return this.#table.count(expression.field)
      case 'some':
        return this.#table.some(expression.field, (item) =>
          new Compiler(this.#table, item).condition(expression.test),
        )
      default: {
        const operation = this.#operation(expression)
        return operatorNamed(expression.kind).nullIsFalse ? dialect.orFalse(operation) : operation
      }
    }
  }

  #operation({ kind, operands }: Operation): Fragment {
    const isJunction = kind === 'and' || kind === 'or'
    const compiled = isJunction ? this.#conditions(operands) : operands.map((operand) => this.value(operand))
    return operatorNamed(kind).sql(compiled, this.#table.dialect)
  }

  /** A single row may take long if a condition has many parts and the row large documents. */
  #conditions(operands: readonly Expression[]): readonly Fragment[] {
    const { checkpoint } = this.#table
    const conditions = operands.map((operand) => this.condition(operand))
    if (!checkpoint || conditions.length <= OPERANDS_UNCHECKED) return conditions
    return conditions.map((condition) => sql`(${checkpoint} and ${condition})`)
  }

  #field(field: Exclude<Field, CollectionField>): Fragment {
    if (isDocument(field)) return this.#table.document(field, 'string')
    return field.kind === 'computed' ? this.value(field.value) : this.#table.stored(field)
  }

  #convert(input: Expression, to: Conversion): Fragment {
    if (input.kind === 'field' && isDocument(input.field)) return this.#table.document(input.field, to)
    const value = this.value(input)
    const from = typeOf(input)
    if (to === 'exists') return sql`(${value} is not null)`
    if (to !== 'string') return this.#table.dialect.parse(value, to)
    return from === 'text' ? value : this.#table.dialect.print(value, from)
  }
}

/** Documents: existing values first, numbers before texts; then by number, then by text. */
function sortTerms({ field, direction }: SortKey, table: Table): Fragment[] {
  const { dialect } = table
  if (field.kind === 'collection') return [dialect.ordered(table.count(field), direction)]
  if (!isDocument(field)) return [dialect.ordered(compileValue({ kind: 'field', field }, table), direction)]
  const presence = table.document(field, nullIsValue(field) ? 'present' : 'exists')
  return [
    sql`${dialect.orFalse(presence)} desc`,
    dialect.ordered(table.document(field, 'double'), direction),
    dialect.ordered(table.document(field, 'string'), direction),
  ]
}
