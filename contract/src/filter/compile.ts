import type { CallsFilter } from '../calls-query.ts'
import type { Query, QueryOperation } from '../query.ts'
import { allOf, anyOf, FilterError, not } from './conditions.ts'
import { type Node, type Part, parse } from './parse.ts'
import { type FilterContext, termCondition, wordCondition } from './term.ts'
import type { Span } from './tokenize.ts'

/** Search conditions, shared by rows, counts, statistics, live updates and exports. */
export interface CallSearch {
  readonly filter: CallsFilter
  readonly query?: Query
}

interface PartProblem {
  /** Index of the part in the filter. */
  readonly part: number
  readonly problem: string
}

export type Compiled = { readonly search: CallSearch } | { readonly problems: readonly PartProblem[] }

/** Compiles a filter into a search, or returns its problems. Never returns a partial search. */
export function compile(parts: readonly Part[], context: FilterContext): Compiled {
  const conditions: QueryOperation[] = []
  const problems: PartProblem[] = []
  let rootsOnly = false
  parts.forEach(({ meaning }, part) => {
    if ('problem' in meaning) {
      problems.push({ part, problem: meaning.problem })
    } else if (asksForRoots(meaning.node)) {
      // Root calls have their own key in the API, which uses an index.
      rootsOnly = true
    } else {
      const condition = conditionOrProblem(meaning.node, context)
      if ('problem' in condition) problems.push({ part, problem: condition.problem })
      else conditions.push(condition.condition)
    }
  })
  if (problems.length > 0) return { problems }
  const filter = rootsOnly ? { trace_roots_only: true } : {}
  return {
    search: conditions.length === 0 ? { filter } : { filter, query: { $expr: allOf(conditions) } },
  }
}

const asksForRoots = (node: Node): boolean =>
  node.kind === 'term' && node.field === 'root' && node.operator === '' && node.value === 'true'

type ConditionOrProblem = { readonly condition: QueryOperation } | { readonly problem: string }

function conditionOrProblem(node: Node, context: FilterContext): ConditionOrProblem {
  try {
    const condition = conditionOf(node, (leaf) =>
      leaf.kind === 'term' ? termCondition(leaf, context) : wordCondition(leaf.value),
    )
    return { condition }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    return { problem: error.message }
  }
}

/** Compiles a term or word into a condition. */
export type Leaf = (leaf: Extract<Node, { kind: 'term' | 'word' }>) => QueryOperation

/** Compiles a node; `leaf` decides how terms and words match. */
export function conditionOf(node: Node, leaf: Leaf): QueryOperation {
  switch (node.kind) {
    case 'and':
      return allOf(node.nodes.map((each) => conditionOf(each, leaf)))
    case 'or':
      return anyOf(node.nodes.map((each) => conditionOf(each, leaf)))
    case 'not':
      return not(conditionOf(node.node, leaf))
    default:
      return leaf(node)
  }
}

/** A part of a filter, as shown in the bar. */
export interface Chip extends Span {
  readonly text: string
  readonly problem?: string
}

export interface ReadFilter {
  readonly chips: readonly Chip[]
  /** Undefined while any chip has a problem. */
  readonly search: CallSearch | undefined
}

export function readFilter(text: string, context: FilterContext): ReadFilter {
  const parts = parse(text)
  const compiled = compile(parts, context)
  if ('search' in compiled) return { chips: parts.map(chipOf), search: compiled.search }
  const problems = new Map(compiled.problems.map(({ part, problem }) => [part, problem]))
  const chips = parts.map((part, index) => {
    const problem = problems.get(index)
    return problem === undefined ? chipOf(part) : { ...chipOf(part), problem }
  })
  return { chips, search: undefined }
}

const chipOf = ({ start, end, text }: Chip): Chip => ({ start, end, text })

/** Whether a text is a valid filter. */
export const isReadable = (text: string): boolean =>
  readFilter(text, { now: new Date(), idsOfUser: () => [] }).search !== undefined
