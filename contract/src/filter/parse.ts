import { isUnclosed, type Span, type Token, tokenize } from './tokenize.ts'

export type Term = Extract<Token, { kind: 'term' }>

export type Node =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly Node[] }
  | { readonly kind: 'not'; readonly node: Node }
  | Term
  | Extract<Token, { kind: 'word' }>

/** One of the conditions joined by AND: a chip of the filter bar. */
export interface Part extends Span {
  readonly text: string
  /** Why the text cannot be parsed, if it cannot. */
  readonly meaning: { readonly node: Node } | { readonly problem: string }
}

/** Parses a filter. Never throws: invalid parts carry their problem, the others stay valid. */
export function parse(text: string): Part[] {
  const reader = new Reader(text)
  const parts: Part[] = []
  while (reader.next) {
    const { start } = reader.next
    const meaning = reader.part()
    const end = reader.lastEnd
    parts.push({ start, end, text: text.slice(start, end), meaning })
  }
  return parts
}

class Problem extends Error {}

class Reader {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = tokenize(text)
  }

  get next(): Token | undefined {
    return this.#tokens[this.#at]
  }

  get lastEnd(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0
  }

  /** A condition and those joined to it by OR. Always consumes at least one token. */
  part(): Part['meaning'] {
    try {
      return { node: this.#alternatives() }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { problem: error.message }
    }
  }

  #alternatives(): Node {
    const nodes = [this.#single()]
    while (this.next?.kind === 'or') {
      this.#at++
      nodes.push(this.#single())
    }
    return joined('or', nodes)
  }

  #single(): Node {
    const token = this.next
    if (!token) throw new Problem('a condition is missing at the end')
    this.#at++
    switch (token.kind) {
      case 'not':
        return { kind: 'not', node: this.#single() }
      case 'open':
        return this.#group()
      case 'close':
        throw new Problem('the parentheses are empty')
      case 'or':
        throw new Problem('OR must be between two conditions')
      default:
        if (isUnclosed(this.#text.slice(token.start, token.end))) {
          throw new Problem('a closing quote is missing')
        }
        return token
    }
  }

  #group(): Node {
    const nodes: Node[] = []
    while (this.next && this.next.kind !== 'close') nodes.push(this.#alternatives())
    if (!this.next) throw new Problem('a closing parenthesis is missing')
    this.#at++
    if (nodes.length === 0) throw new Problem('the parentheses are empty')
    return joined('and', nodes)
  }
}

function joined(kind: 'and' | 'or', nodes: readonly Node[]): Node {
  const [first] = nodes
  return first && nodes.length === 1 ? first : { kind, nodes }
}
