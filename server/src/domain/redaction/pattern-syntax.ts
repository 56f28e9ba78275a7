import { ServiceError } from '../../errors.ts'

/** Inclusive ranges of UTF-16 code units. */
export type CharSet = readonly (readonly [from: number, to: number])[]

export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'assertion'; readonly name: '^' | '$' | 'b' | 'B' }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number }

const LENGTH_MAX = 500
const REPEAT_MAX = 200
const CODE_MAX = 0xffff

/**
 * Parses a regular expression. Supports what describes a set of texts: characters, classes, groups, alternatives, greedy
 * repetition, `^`, `$`, `\b` and `\B`, and `(?i)` at the start for ASCII letters of either case. Throws `invalid_request` for
 * everything else, such as back references and lookaround.
 */
export function parsePattern(source: string): PatternNode {
  if (source.length > LENGTH_MAX) throw refusal(`is longer than ${LENGTH_MAX} characters`)
  const ignoreCase = source.startsWith('(?i)')
  return new PatternParser(source, ignoreCase ? 4 : 0, ignoreCase).parse()
}

export const refusal = (problem: string) => new ServiceError('invalid_request', `the pattern ${problem}`)

class PatternParser {
  readonly #source: string
  readonly #ignoreCase: boolean
  #at: number

  constructor(source: string, at: number, ignoreCase: boolean) {
    this.#source = source
    this.#at = at
    this.#ignoreCase = ignoreCase
  }

  parse(): PatternNode {
    const node = this.#choice()
    if (this.#at < this.#source.length) throw this.#unexpected()
    return node
  }

  #choice(): PatternNode {
    const nodes = [this.#sequence()]
    while (this.#take('|')) nodes.push(this.#sequence())
    return { kind: 'choice', nodes }
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = []
    while (this.#at < this.#source.length && !this.#next('|') && !this.#next(')'))
      nodes.push(this.#repeated())
    return { kind: 'sequence', nodes }
  }

  #repeated(): PatternNode {
    const node = this.#atom()
    const bounds = this.#bounds()
    if (!bounds) return node
    if (node.kind === 'assertion' || this.#next('?') || this.#next('+') || this.#next('*'))
      throw this.#unexpected()
    return { kind: 'repeat', node, ...bounds }
  }

  #bounds(): { min: number; max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
    if (this.#take('?')) return { min: 0, max: 1 }
    if (!this.#take('{')) return undefined
    const end = this.#source.indexOf('}', this.#at)
    const counts = /^(\d{1,3})(,?)(\d{0,3})$/.exec(end < 0 ? '' : this.#source.slice(this.#at, end))
    if (!counts) throw refusal('has a { without counts such as {2,5}; write \\{ for the character')
    this.#at = end + 1
    const min = Number(counts[1])
    const max = counts[3] ? Number(counts[3]) : counts[2] ? Number.POSITIVE_INFINITY : min
    const isBounded = min <= REPEAT_MAX && (max <= REPEAT_MAX || max === Number.POSITIVE_INFINITY)
    if (max < min || !isBounded || max === 0) throw refusal(`repeats from 0 to ${REPEAT_MAX} times at most`)
    return { min, max }
  }

  #atom(): PatternNode {
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return this.#class()
    if (this.#take('.')) return { kind: 'set', set: inverted([[0x0a, 0x0a]]) }
    if (this.#take('^')) return { kind: 'assertion', name: '^' }
    if (this.#take('$')) return { kind: 'assertion', name: '$' }
    if (this.#take('\\b')) return { kind: 'assertion', name: 'b' }
    if (this.#take('\\B')) return { kind: 'assertion', name: 'B' }
    if ('*+?{})]'.includes(this.#source.charAt(this.#at))) throw this.#unexpected()
    if (this.#next('\\')) return this.#set(this.#escape())
    const [char = ''] = this.#source.slice(this.#at)
    this.#at += char.length
    // A character beyond the basic plane is two code units.
    const units = char.split('').map((unit) => this.#set([[unit.charCodeAt(0), unit.charCodeAt(0)]]))
    return { kind: 'sequence', nodes: units }
  }

  #group(): PatternNode {
    if (this.#next('?') && !this.#take('?:')) throw refusal('has a group of a kind other than (…) and (?:…)')
    const node = this.#choice()
    if (!this.#take(')')) throw refusal('has a ( without its )')
    return node
  }

  #class(): PatternNode {
    const isInverted = this.#take('^')
    const set: [number, number][] = []
    while (!this.#take(']')) {
      if (this.#at >= this.#source.length) throw refusal('has a [ without its ]')
      set.push(...this.#classItem())
    }
    const folded = this.#ignoreCase ? bothCases(set) : set
    return { kind: 'set', set: isInverted ? inverted(folded) : folded }
  }

  #classItem(): [number, number][] {
    const first = this.#classChar()
    if (!this.#next('-') || this.#source.startsWith('-]', this.#at)) return first
    this.#at++
    const last = this.#classChar()
    const [from, to] = [first[0]?.[0] ?? 0, last[0]?.[1] ?? 0]
    const isRange = first.length === 1 && last.length === 1 && first[0]?.[1] === from && last[0]?.[0] === to
    if (!isRange || to < from) throw refusal('has a range without two characters in order, such as a-z')
    return [[from, to]]
  }

  #classChar(): [number, number][] {
    if (this.#next('\\')) return this.#escape().map(([from, to]) => [from, to])
    const code = this.#source.charCodeAt(this.#at)
    if (code >= 0xd800 && code <= 0xdfff)
      throw refusal('has a character in [ ] that is not in the basic plane')
    this.#at++
    return [[code, code]]
  }

  #escape(): CharSet {
    const letter = this.#source.charAt(this.#at + 1)
    this.#at += 2
    const named = ESCAPES.get(letter)
    if (named) return named
    const digits = letter === 'u' ? 4 : letter === 'x' ? 2 : 0
    if (digits > 0) return this.#codeOf(digits)
    if (letter === '' || /[A-Za-z0-9]/.test(letter)) throw refusal(`has \\${letter}, which is not supported`)
    return [[letter.charCodeAt(0), letter.charCodeAt(0)]]
  }

  #codeOf(digits: number): CharSet {
    const hex = this.#source.slice(this.#at, this.#at + digits)
    if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex)) throw refusal('has an incomplete \\u or \\x')
    this.#at += digits
    const code = Number.parseInt(hex, 16)
    return [[code, code]]
  }

  #set(set: CharSet): PatternNode {
    return { kind: 'set', set: this.#ignoreCase ? bothCases(set) : set }
  }

  #next(text: string): boolean {
    return this.#source.startsWith(text, this.#at)
  }

  #take(text: string): boolean {
    const isNext = this.#next(text)
    if (isNext) this.#at += text.length
    return isNext
  }

  #unexpected() {
    return refusal(
      `has an unexpected ${JSON.stringify(this.#source.charAt(this.#at))} at position ${this.#at + 1}`,
    )
  }
}

const range = (from: string, to = from): readonly [number, number] => [from.charCodeAt(0), to.charCodeAt(0)]

export const WORD: CharSet = [range('0', '9'), range('A', 'Z'), range('_'), range('a', 'z')]
const DIGIT: CharSet = [range('0', '9')]
const SPACES: CharSet = [
  [0x09, 0x0d],
  range(' '),
  range('\u00a0'),
  range('\u1680'),
  range('\u2000', '\u200a'),
  range('\u2028', '\u2029'),
  range('\u202f'),
  range('\u205f'),
  range('\u3000'),
  range('\ufeff'),
]

const ESCAPES: ReadonlyMap<string, CharSet> = new Map([
  ['d', DIGIT],
  ['D', inverted(DIGIT)],
  ['w', WORD],
  ['W', inverted(WORD)],
  ['s', SPACES],
  ['S', inverted(SPACES)],
  ['t', [range('\t')]],
  ['n', [range('\n')]],
  ['r', [range('\r')]],
])

function inverted(set: CharSet): CharSet {
  const gaps: [number, number][] = []
  let from = 0
  for (const [start, end] of [...set].sort((a, b) => a[0] - b[0])) {
    if (start > from) gaps.push([from, start - 1])
    from = Math.max(from, end + 1)
  }
  return from <= CODE_MAX ? [...gaps, [from, CODE_MAX]] : gaps
}

/** Adds the other case of the ASCII letters in a set. */
function bothCases(set: CharSet): [number, number][] {
  const [a, z, upperA, upperZ] = [0x61, 0x7a, 0x41, 0x5a]
  return set.flatMap(([from, to]): [number, number][] => {
    const lower: [number, number] = [Math.max(from, a), Math.min(to, z)]
    const upper: [number, number] = [Math.max(from, upperA), Math.min(to, upperZ)]
    const others: [number, number][] = [
      [lower[0] - 0x20, lower[1] - 0x20],
      [upper[0] + 0x20, upper[1] + 0x20],
    ]
    const isLetter = [lower[0] <= lower[1], upper[0] <= upper[1]]
    return [[from, to], ...others.filter((_, index) => isLetter[index])]
  })
}
