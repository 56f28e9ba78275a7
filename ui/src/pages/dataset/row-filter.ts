import type { Query, QueryOperation } from '@heddle/contract/query'
import { containsText, everything, isSet, no, some } from '../../filter/conditions.ts'
import { type Node, parse } from '../../filter/parse.ts'
import { jsonCondition, Mistake } from '../../filter/term.ts'

/** How the API calls the whole row. */
const WHOLE_ROW = '*'

export type RowFilter =
  /** Without a query every row is shown. */
  { readonly query?: Query } | { readonly problem: string }

/** Reads a filter in the language of the traces' filter bar, with columns in the place of a call's fields. */
export function rowFilter(text: string): RowFilter {
  const conditions: QueryOperation[] = []
  try {
    for (const { meaning } of parse(text)) {
      if ('problem' in meaning) return { problem: meaning.problem }
      conditions.push(conditionOf(meaning.node))
    }
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return { problem: error.message }
  }
  return conditions.length === 0 ? {} : { query: { $expr: everything(conditions) } }
}

function conditionOf(node: Node): QueryOperation {
  switch (node.kind) {
    case 'and':
      return everything(node.nodes.map(conditionOf))
    case 'or':
      return some(node.nodes.map(conditionOf))
    case 'not':
      return no(conditionOf(node.node))
    case 'word':
      return containsText(WHOLE_ROW, node.value)
    case 'term':
      if (node.value === '') throw new Mistake(`${node.field}: needs a value`)
      return node.field === 'has' ? isSet(node.value) : jsonCondition(node.field, node)
  }
}
