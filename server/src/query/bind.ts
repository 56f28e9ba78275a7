import type { Expression, Field, SortKey } from './expression.ts'
import { fieldOperand, literalOperand, type NullMeaning, type Operand, truthOf } from './operand.ts'
import type { Parsed } from './parse.ts'
import { checkSortWeight, checkWeight } from './weight.ts'

/** The fields of a resource by their names on the wire. */
export interface Catalogue {
  /** Throws for a name that the resource does not have. */
  resolve(path: string): Field
  readonly nullMeans: NullMeaning
}

/** Resolves the names of a query and makes implicit conversions explicit. */
export function bind(parsed: Parsed, catalogue: Catalogue): Expression {
  checkWeight(parsed, (path) => catalogue.resolve(path))
  return truthOf(bindOperand(parsed, catalogue))
}

export function bindSort(
  sortBy: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[],
  catalogue: Catalogue,
): SortKey[] {
  const keys = sortBy.map(({ field, direction }) => ({ field: catalogue.resolve(field), direction }))
  checkSortWeight(keys)
  return keys
}

function bindOperand(parsed: Parsed, catalogue: Catalogue): Operand {
  switch (parsed.kind) {
    case 'literal':
      return literalOperand(parsed)
    case 'name':
      return fieldOperand(catalogue.resolve(parsed.path))
    case 'operation': {
      const operands = parsed.operands.map((operand) => bindOperand(operand, catalogue))
      return { expression: parsed.syntax.bind(operands, catalogue.nullMeans, parsed.settings) }
    }
  }
}
