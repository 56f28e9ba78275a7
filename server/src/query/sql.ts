import type { Comparison, Conversion, Expression, LiteralValue, SortKey, ValueType } from './expression.ts'
import { typeOf } from './expression.ts'
import type { CollectionField, DocumentField, FeedbackField, Field, PlainField } from './field.ts'
import { isDocument, nullIsValue } from './field.ts'
import { balanced, type Fragment, joined, sql, trusted } from './fragment.ts'

/** How a document can be read: `present` counts an explicit null, `exists` does not. */
export type Reading = Conversion | 'present'

/** What differs between engines. All of it returns null for null unless it says otherwise. */
export interface Dialect {
  literal(value: LiteralValue): Fragment
  plain(field: PlainField): Fragment
  /** What stands at a document's path. `string` is `''` where nothing does, but null without a document to expand. */
  document(field: DocumentField, as: Reading): Fragment
  /** How many elements the collection has. */
  count(field: CollectionField): Fragment
  /** Whether `test` is true for one of the field's non-empty texts. Never null. */
  some(field: CollectionField | FeedbackField, test: (item: Fragment) => Fragment): Fragment
  /** A text as a number, null where it is none. */
  parse(text: Fragment, to: 'double' | 'int' | 'bool'): Fragment
  /** A number or an instant as a text. */
  print(value: Fragment, from: 'number' | 'instant'): Fragment
  /** Counted in code points. */
  length(text: Fragment): Fragment
  lower(text: Fragment): Fragment
  contains(text: Fragment, part: Fragment): Fragment
  /** Finds the rows where an expression is true, if there is a better way than to work it out for each of them. */
  lookUp?(expression: Expression): Fragment | undefined
  /** Is true, or ends the statement where its answer is no longer wanted. Asked between the operands of long lists. */
  readonly checkpoint?: Fragment
}

/** SQL that is true exactly where the expression is. */
export function compileCondition(expression: Expression, dialect: Dialect): Fragment {
  return new Compiler(dialect).condition(expression)
}

/** What stands after `order by`; empty without keys. */
export function compileSort(keys: readonly SortKey[], dialect: Dialect): Fragment {
  return joined(
    keys.flatMap((key) => sortTerms(key, dialect)),
    ', ',
  )
}

const COMPARISONS: Record<Comparison, Fragment> = {
  eq: trusted('='),
  gt: trusted('>'),
  gte: trusted('>='),
  lt: trusted('<'),
  lte: trusted('<='),
}

/** A parameter, since SQLite finds no plan for a named index beside a constant that is false. */
const NEVER = sql`${0}`

const OPERANDS_UNCHECKED = 32

class Compiler {
  readonly #dialect: Dialect
  /** What `item` means: the text that the enclosing `some` looks at. */
  readonly #item: Fragment | undefined

  constructor(dialect: Dialect, item?: Fragment) {
    this.#dialect = dialect
    this.#item = item
  }

  /** For a place where null is as good as false: engines see plain `and`s there and can use their indexes. */
  condition(expression: Expression): Fragment {
    const found = this.#dialect.lookUp?.(expression)
    if (found) return found
    if (expression.kind !== 'and' && expression.kind !== 'or') return this.#value(expression)
    const operands = expression.operands.map((operand) => this.condition(operand))
    return balanced(
      operands.length > OPERANDS_UNCHECKED ? this.#checked(operands) : operands,
      expression.kind,
    )
  }

  /** One row may take long where a condition has many parts and the row large documents. */
  #checked(operands: readonly Fragment[]): readonly Fragment[] {
    const { checkpoint } = this.#dialect
    return checkpoint ? operands.map((operand) => sql`(${checkpoint} and ${operand})`) : operands
  }

  #value(expression: Expression): Fragment {
    switch (expression.kind) {
      case 'literal':
        return this.#dialect.literal(expression.value)
      case 'field':
        return isDocument(expression.field)
          ? this.#dialect.document(expression.field, 'string')
          : this.#dialect.plain(expression.field)
      case 'item':
        return this.#item ?? trusted('null')
      case 'and':
      case 'or':
        return sql`coalesce(${this.condition(expression)}, 0)`
      case 'not':
        return sql`(not ${this.#value(expression.operand)})`
      case 'compare':
        return sql`(${this.#value(expression.left)} ${COMPARISONS[expression.operator]} ${this.#value(expression.right)})`
      case 'unset':
        return sql`(${this.#value(expression.operand)} is null)`
      case 'in':
        return this.#in(expression.operand, expression.options)
      case 'contains':
        return sql`coalesce(${this.#dialect.contains(this.#value(expression.input), this.#value(expression.substr))}, 0)`
      case 'lower':
        return this.#dialect.lower(this.#value(expression.input))
      case 'convert':
        return this.#convert(expression.input, expression.to)
      case 'size':
        return this.#dialect.length(this.#value(expression.input))
      case 'count':
        return this.#dialect.count(expression.field)
      case 'some':
        return this.#dialect.some(expression.field, (item) =>
          new Compiler(this.#dialect, item).condition(expression.test),
        )
    }
  }

  #in(operand: Expression, options: readonly Expression[]): Fragment {
    if (options.length === 0) return NEVER
    const list = joined(
      options.map((option) => this.#value(option)),
      ', ',
    )
    return sql`(${this.#value(operand)} in (${list}))`
  }

  #convert(input: Expression, to: Conversion): Fragment {
    if (input.kind === 'field' && isDocument(input.field)) return this.#dialect.document(input.field, to)
    const value = this.#value(input)
    if (to === 'exists') return sql`(${value} is not null)`
    if (to === 'string') return this.#print(value, typeOf(input))
    return this.#dialect.parse(value, to)
  }

  #print(value: Fragment, from: ValueType): Fragment {
    return from === 'text' ? value : this.#dialect.print(value, from)
  }
}

/** Documents: what is there comes first, numbers before texts; then by number, then by text. */
function sortTerms({ field, direction }: SortKey, dialect: Dialect): Fragment[] {
  const inDirection = (value: Fragment) => sql`${value} ${trusted(direction)} nulls last`
  if (!isDocument(field)) return [inDirection(plainSortValue(field, dialect))]
  const presence = dialect.document(field, nullIsValue(field) ? 'present' : 'exists')
  return [
    sql`coalesce(${presence}, 0) desc`,
    inDirection(dialect.document(field, 'double')),
    inDirection(dialect.document(field, 'string')),
  ]
}

function plainSortValue(field: Exclude<Field, DocumentField>, dialect: Dialect): Fragment {
  return field.kind === 'collection' ? dialect.count(field) : dialect.plain(field)
}
