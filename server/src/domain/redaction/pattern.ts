import type { Span } from '@heddle/contract/json-scanner'
import {
  type Alphabet,
  alphabetOf,
  EDGE,
  type Graph,
  graphOf,
  OTHER_CHAR,
  type Positions,
  reversed,
  type Side,
} from './pattern-graph.ts'
import { parsePattern, refusal } from './pattern-syntax.ts'

/**
 * Finds every character that is part of any match of a regular expression, overlapping matches included, and returns them
 * as ranges in order. Surrogate pairs are never split.
 *
 * Takes time linear in the text, whatever the pattern: two automata, one for each direction, read every character a fixed
 * number of times. Their states are created on demand and cached up to a limit.
 */
export type Matcher = (text: string) => readonly Span[]

/** Throws `invalid_request` for a pattern that is unsupported, too long once expanded, or matches no characters. */
export function compilePattern(source: string): Matcher {
  const node = parsePattern(source)
  const alphabet = alphabetOf(node)
  const graph = graphOf(node, alphabet)
  if (graph.first.size === 0) throw refusal('matches no characters')
  const forward = new Automaton(graph.first, graph, alphabet, (before, after) => 3 * before + after)
  const backward = new Automaton(
    graph.last,
    { classes: graph.classes, follow: reversed(graph.follow) },
    alphabet,
    (after, before) => 3 * before + after,
  )
  const last = bitsOf(graph.last.keys(), graph.classes.length)
  return (text) => (mayMatch(text, forward, last) ? matchesIn(text, forward, backward) : [])
}

/** A set of positions, one bit each. */
type Bits = Uint32Array

function bitsOf(positions: Iterable<number>, count: number): Bits {
  const bits = new Uint32Array(Math.ceil(count / 32))
  for (const position of positions) bits[position >> 5] = (bits[position >> 5] ?? 0) | (1 << (position & 31))
  return bits
}

function intersects(a: Bits, b: Bits): boolean {
  for (let word = 0; word < a.length; word++) if (((a[word] ?? 0) & (b[word] ?? 0)) !== 0) return true
  return false
}

/** The positions that the last character was read at, and which kind of character it was. */
interface State {
  readonly positions: Bits
  readonly side: Side
  /** Cached next states, by class. */
  readonly next: (State | undefined)[]
}

const STATES_MAX = 2_000

/** Reads a text in one direction, and starts a match at every character. */
class Automaton {
  readonly #alphabet: Alphabet
  readonly #placeOf: (last: Side, next: Side) => number
  /** The positions of each class. */
  readonly #classes: readonly Bits[]
  /** The positions that may come first, by place. */
  readonly #start: readonly Bits[]
  /** The positions that may come after a position, by place. */
  readonly #follow: readonly (readonly Bits[])[]
  #states = new Map<string, State>()

  constructor(
    start: Positions,
    { classes, follow }: Pick<Graph, 'classes' | 'follow'>,
    alphabet: Alphabet,
    placeOf: (last: Side, next: Side) => number,
  ) {
    const count = classes.length
    const at = (positions: Positions) =>
      Array.from({ length: 9 }, (_, place) =>
        bitsOf(
          [...positions].flatMap(([position, places]) => ((places >> place) & 1 ? position : [])),
          count,
        ),
      )
    this.#alphabet = alphabet
    this.#placeOf = placeOf
    this.#start = at(start)
    this.#follow = follow.map(at)
    this.#classes = alphabet.sides.map((_, charClass) =>
      bitsOf(
        [...classes.entries()].flatMap(([position, set]) => (set.has(charClass) ? position : [])),
        count,
      ),
    )
  }

  begin(): State {
    return this.#stateOf(new Uint32Array(this.#start[0]?.length ?? 0), EDGE)
  }

  /** The same state after the cache was cleared. */
  resume({ positions, side }: Pick<State, 'positions' | 'side'>): State {
    return this.#stateOf(positions, side)
  }

  step(state: State, code: number): State {
    const charClass = this.#alphabet.classOf[code] ?? 0
    return state.next[charClass] ?? this.#newStep(state, charClass)
  }

  #newStep(state: State, charClass: number): State {
    const side = this.#alphabet.sides[charClass] ?? OTHER_CHAR
    const place = this.#placeOf(state.side, side)
    const reached = Uint32Array.from(this.#start[place] ?? [])
    for (const [position, byPlace] of this.#follow.entries()) {
      if ((((state.positions[position >> 5] ?? 0) >> (position & 31)) & 1) === 0) continue
      const follow = byPlace[place]
      for (let word = 0; word < reached.length; word++)
        reached[word] = (reached[word] ?? 0) | (follow?.[word] ?? 0)
    }
    const ofClass = this.#classes[charClass]
    for (let word = 0; word < reached.length; word++)
      reached[word] = (reached[word] ?? 0) & (ofClass?.[word] ?? 0)
    const isFull = this.#states.size >= STATES_MAX
    if (isFull) this.#states = new Map()
    const next = this.#stateOf(reached, side)
    if (!isFull) state.next[charClass] = next
    return next
  }

  #stateOf(positions: Bits, side: Side): State {
    const key = `${side},${positions.join()}`
    const known = this.#states.get(key)
    if (known) return known
    const state = { positions, side, next: [] }
    this.#states.set(key, state)
    return state
  }
}

/** Whether the text may contain a match: false is certain. */
function mayMatch(text: string, forward: Automaton, last: Bits): boolean {
  let state = forward.begin()
  for (let at = 0; at < text.length; at++) {
    state = forward.step(state, text.charCodeAt(at))
    if (intersects(state.positions, last)) return true
  }
  return false
}

/** Bounds the memory for the states of a long text. */
const BLOCK_CHARS = 16_384

/** A character is part of a match if some position that leads to it from a start also leads to an end. */
function matchesIn(text: string, forward: Automaton, backward: Automaton): Span[] {
  const found: [number, number][] = []
  let behind = backward.begin()
  for (const [blockStart, before] of blocksOf(text, forward).reverse()) {
    const ahead = statesIn(text, blockStart, forward, before)
    for (let index = ahead.length - 1; index >= 0; index--) {
      behind = backward.step(behind, text.charCodeAt(blockStart + index))
      const positions = ahead[index]
      if (!positions || !intersects(positions, behind.positions)) continue
      const [start, end] = wholeCharacter(text, blockStart + index)
      const after = found.at(-1)
      if (after && after[0] <= end) after[0] = start
      else found.push([start, end])
    }
  }
  return found.reverse()
}

/** The start of each block, and the state before it. */
function blocksOf(text: string, forward: Automaton) {
  const blocks: [number, Pick<State, 'positions' | 'side'>][] = []
  let state = forward.begin()
  for (let at = 0; at < text.length; at++) {
    if (at % BLOCK_CHARS === 0) blocks.push([at, { positions: state.positions, side: state.side }])
    state = forward.step(state, text.charCodeAt(at))
  }
  return blocks
}

/** The positions after each character of a block. */
function statesIn(
  text: string,
  start: number,
  forward: Automaton,
  before: Pick<State, 'positions' | 'side'>,
) {
  const states: Bits[] = []
  let state = forward.resume(before)
  for (let at = start; at < Math.min(start + BLOCK_CHARS, text.length); at++) {
    state = forward.step(state, text.charCodeAt(at))
    states.push(state.positions)
  }
  return states
}

/** The code units of the character at a position. */
function wholeCharacter(text: string, at: number): [number, number] {
  if (isHigh(text, at) && isLow(text, at + 1)) return [at, at + 2]
  if (isLow(text, at) && isHigh(text, at - 1)) return [at - 1, at + 1]
  return [at, at + 1]
}

const isHigh = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800
const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00
