import { type CharSet, type PatternNode, refusal, WORD } from './pattern-syntax.ts'

/** What is on one side of a position between characters. */
export type Side = 0 | 1 | 2
export const EDGE = 0
const WORD_CHAR = 1
export const OTHER_CHAR = 2

/**
 * A set of positions between characters, as a bit per pair of sides: bit `3 * before + after`.
 */
type Places = number
const EVERYWHERE: Places = 0b111_111_111

const PLACES: Readonly<Record<'^' | '$' | 'b' | 'B', Places>> = {
  '^': 0b000_000_111,
  $: 0b001_001_001,
  b: 0b010_101_010,
  B: 0b101_010_101,
}

export interface Alphabet {
  /** The class of each code unit. The pattern treats all units of a class alike. */
  readonly classOf: Uint8Array
  readonly sides: readonly Side[]
}

const CODE_COUNT = 0x1_0000
const CLASSES_MAX = 250

export function alphabetOf(node: PatternNode): Alphabet {
  const sets = setsIn(node)
  const starts = new Set([0])
  for (const [from, to] of [...sets, WORD].flat()) starts.add(from).add(to + 1)
  starts.delete(CODE_COUNT)
  const sorted = [...starts].sort((a, b) => a - b)
  const known = new Map<string, number>()
  const classOf = new Uint8Array(CODE_COUNT)
  const sides: Side[] = []
  for (const [index, from] of sorted.entries()) {
    const isWord = isIn(WORD, from)
    const signature = `${isWord}${sets.map((set) => (isIn(set, from) ? 1 : 0)).join('')}`
    const number = known.get(signature) ?? known.size
    if (number >= CLASSES_MAX) throw refusal('tells too many characters apart')
    known.set(signature, number)
    sides[number] = isWord ? WORD_CHAR : OTHER_CHAR
    classOf.fill(number, from, sorted[index + 1] ?? CODE_COUNT)
  }
  return { classOf, sides }
}

const isIn = (set: CharSet, code: number): boolean => set.some(([from, to]) => from <= code && code <= to)

function setsIn(node: PatternNode): CharSet[] {
  switch (node.kind) {
    case 'set':
      return [node.set]
    case 'repeat':
      return setsIn(node.node)
    case 'assertion':
      return []
    default:
      return node.nodes.flatMap(setsIn)
  }
}

/** Positions in the pattern, each with the places in the text where it may match. */
export type Positions = Map<number, Places>

/** A part of a pattern: its first and last positions, and the places where it matches the empty text. */
interface Part {
  readonly first: Positions
  readonly last: Positions
  readonly empty: Places
}

/** A Glushkov automaton: one state per character set of the pattern, without epsilon transitions. */
export interface Graph extends Part {
  /** The positions that may follow each position. */
  readonly follow: readonly Positions[]
  /** The classes of characters at each position. */
  readonly classes: readonly ReadonlySet<number>[]
}

const POSITIONS_MAX = 256

export const graphOf = (node: PatternNode, alphabet: Alphabet): Graph =>
  new GraphBuilder(alphabet).graphOf(node)

class GraphBuilder {
  readonly #alphabet: Alphabet
  readonly #follow: Positions[] = []
  readonly #classes: ReadonlySet<number>[] = []

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet
  }

  graphOf(node: PatternNode): Graph {
    return { ...this.#build(node), follow: this.#follow, classes: this.#classes }
  }

  #build(node: PatternNode): Part {
    switch (node.kind) {
      case 'set':
        return this.#character(node.set)
      case 'assertion':
        return { first: new Map(), last: new Map(), empty: PLACES[node.name] }
      case 'sequence':
        return node.nodes.map((each) => this.#build(each)).reduce((a, b) => this.#sequence(a, b), NOTHING)
      case 'choice':
        return node.nodes.map((each) => this.#build(each)).reduce(choice)
      case 'repeat':
        return this.#repeat(node.node, node.min, node.max)
    }
  }

  #character(set: CharSet): Part {
    if (this.#follow.length >= POSITIONS_MAX)
      throw refusal(`has more than ${POSITIONS_MAX} characters after its repetitions are written out`)
    const position = this.#follow.push(new Map()) - 1
    const { classOf } = this.#alphabet
    this.#classes.push(new Set(set.flatMap(([from, to]) => [...new Set(classOf.subarray(from, to + 1))])))
    return { first: new Map([[position, EVERYWHERE]]), last: new Map([[position, EVERYWHERE]]), empty: 0 }
  }

  #sequence(a: Part, b: Part): Part {
    this.#join(a, b)
    return {
      first: union(a.first, limited(b.first, a.empty)),
      last: union(b.last, limited(a.last, b.empty)),
      empty: a.empty & b.empty,
    }
  }

  /** Repetitions are expanded, since an automaton cannot count. */
  #repeat(repeated: PatternNode, min: number, max: number): Part {
    let part = NOTHING
    for (let count = 0; count < min; count++) part = this.#sequence(part, this.#build(repeated))
    if (max === Number.POSITIVE_INFINITY) {
      const loop = this.#build(repeated)
      this.#join(loop, loop)
      return this.#sequence(part, choice(loop, NOTHING))
    }
    let optional = NOTHING
    for (let count = min; count < max; count++)
      optional = choice(this.#sequence(this.#build(repeated), optional), NOTHING)
    return this.#sequence(part, optional)
  }

  #join(before: Part, after: Part): void {
    for (const [from, end] of before.last)
      for (const [to, start] of after.first) addPlaces(this.#follow[from], to, end & start)
  }
}

const choice = (a: Part, b: Part): Part => ({
  first: union(a.first, b.first),
  last: union(a.last, b.last),
  empty: a.empty | b.empty,
})

const NOTHING: Part = { first: new Map(), last: new Map(), empty: EVERYWHERE }

function addPlaces(positions: Positions | undefined, position: number, places: Places): void {
  if (places !== 0) positions?.set(position, (positions.get(position) ?? 0) | places)
}

function union(a: Positions, b: Positions): Positions {
  const both = new Map(a)
  for (const [position, places] of b) addPlaces(both, position, places)
  return both
}

function limited(positions: Positions, to: Places): Positions {
  const kept: Positions = new Map()
  for (const [position, places] of positions) addPlaces(kept, position, places & to)
  return kept
}

export function reversed(follow: readonly Positions[]): readonly Positions[] {
  const before = follow.map((): Positions => new Map())
  for (const [from, positions] of follow.entries())
    for (const [to, places] of positions) addPlaces(before[to], from, places)
  return before
}
