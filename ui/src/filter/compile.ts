import type { CallsFilter } from '@heddle/contract/calls-query'
import type { Query, QueryOperation } from '@heddle/contract/query'
import { everything, Mistake, no, some } from './conditions.ts'
import { type Node, type Part, parse } from './parse.ts'
import { type Surroundings, termCondition, wordCondition } from './term.ts'
import type { Span } from './tokenize.ts'

/** What the API is asked: the same for rows, counts, statistics, live updates and exports. */
export interface CallSearch {
  readonly filter: CallsFilter
  readonly query?: Query
}

interface Fault {
  /** Which part of the filter. */
  readonly part: number
  readonly problem: string
}

export type Compiled = { readonly search: CallSearch } | { readonly faults: readonly Fault[] }

/** Turns a parsed filter into a search, or says what is wrong with it: half a filter is never sent. */
export function compile(parts: readonly Part[], surroundings: Surroundings): Compiled {
  const conditions: QueryOperation[] = []
  const faults: Fault[] = []
  let rootsOnly = false
  parts.forEach(({ meaning }, part) => {
    if ('problem' in meaning) {
      faults.push({ part, problem: meaning.problem })
    } else if (asksForRoots(meaning.node)) {
      // The API has a key of its own for the one condition that nearly every search has.
      rootsOnly = true
    } else {
      const condition = conditionOrFault(meaning.node, surroundings)
      if ('problem' in condition) faults.push({ part, problem: condition.problem })
      else conditions.push(condition.condition)
    }
  })
  if (faults.length > 0) return { faults }
  const filter = rootsOnly ? { trace_roots_only: true } : {}
  return {
    search: conditions.length === 0 ? { filter } : { filter, query: { $expr: everything(conditions) } },
  }
}

const asksForRoots = (node: Node): boolean =>
  node.kind === 'term' && node.field === 'root' && node.operator === '' && node.value === 'true'

type ConditionOrFault = { readonly condition: QueryOperation } | { readonly problem: string }

function conditionOrFault(node: Node, surroundings: Surroundings): ConditionOrFault {
  try {
    const condition = conditionOf(node, (leaf) =>
      leaf.kind === 'term' ? termCondition(leaf, surroundings) : wordCondition(leaf.value),
    )
    return { condition }
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    return { problem: error.message }
  }
}

/** What a term or a word asks of the records that are searched. */
export type Leaf = (leaf: Extract<Node, { kind: 'term' | 'word' }>) => QueryOperation

/** The condition of a node, whatever records it is about. */
export function conditionOf(node: Node, leaf: Leaf): QueryOperation {
  switch (node.kind) {
    case 'and':
      return everything(node.nodes.map((each) => conditionOf(each, leaf)))
    case 'or':
      return some(node.nodes.map((each) => conditionOf(each, leaf)))
    case 'not':
      return no(conditionOf(node.node, leaf))
    default:
      return leaf(node)
  }
}

/** A part of a filter as the bar shows it. */
export interface Chip extends Span {
  readonly text: string
  readonly problem?: string
}

export interface ReadFilter {
  readonly chips: readonly Chip[]
  /** Undefined while a chip has a problem. */
  readonly search: CallSearch | undefined
}

export function readFilter(text: string, surroundings: Surroundings): ReadFilter {
  const parts = parse(text)
  const compiled = compile(parts, surroundings)
  if ('search' in compiled) return { chips: parts.map(chipOf), search: compiled.search }
  const problems = new Map(compiled.faults.map(({ part, problem }) => [part, problem]))
  const chips = parts.map((part, index) => {
    const problem = problems.get(index)
    return problem === undefined ? chipOf(part) : { ...chipOf(part), problem }
  })
  return { chips, search: undefined }
}

const chipOf = ({ start, end, text }: Chip): Chip => ({ start, end, text })

/** Whether a text makes sense as a filter. */
export const isReadable = (text: string): boolean =>
  readFilter(text, { now: new Date(), idsOfUser: () => [] }).search !== undefined
