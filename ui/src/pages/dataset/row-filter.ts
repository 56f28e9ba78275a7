import { conditionOf, type Leaf } from '@heddle/contract/filter/compile'
import { allOf, anyOf, containsText, FilterError, isSet } from '@heddle/contract/filter/conditions'
import { jsonCondition } from '@heddle/contract/filter/json-condition'
import { parse } from '@heddle/contract/filter/parse'
import { textVariants } from '@heddle/contract/filter/term'
import { plainField } from '@heddle/contract/filter/tokenize'
import type { Query, QueryOperation } from '@heddle/contract/query'

/** Field name of the whole row in the API. */
const WHOLE_ROW = '*'

export type RowFilter =
  /** Without a query, every row matches. */
  { readonly query?: Query } | { readonly problem: string }

/** Compiles a filter in the syntax of the traces filter bar, with columns as fields. */
export function rowFilter(text: string): RowFilter {
  const conditions: QueryOperation[] = []
  try {
    for (const { meaning } of parse(text)) {
      if ('problem' in meaning) return { problem: meaning.problem }
      conditions.push(conditionOf(meaning.node, leafCondition))
    }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    return { problem: error.message }
  }
  return conditions.length === 0 ? {} : { query: { $expr: allOf(conditions) } }
}

const leafCondition: Leaf = (leaf) => {
  if (leaf.kind === 'word') {
    return anyOf(textVariants(leaf.value).map((text) => containsText(WHOLE_ROW, text)))
  }
  if (leaf.value === '' && !leaf.quoted) throw new FilterError('missing value')
  return leaf.field === 'has' ? isSet(plainField(leaf.value)) : jsonCondition(leaf.field, leaf)
}
