import { type CodedColumn, FIRST_CODE, MISSING, UNKNOWN } from './column.ts'

/** Tokens of a column that get a number. Columns with more of them hardly repeat any. */
const TOKENS_MAX = 4096

/** The tokens of a column in all segments, each with a number, so that a search judges it once. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #tokens: string[] = []
  /** About what it takes in memory. */
  bytes = 0

  /** Undefined for a new token if there are too many already. */
  numberOf(token: string): number | undefined {
    const known = this.#numbers.get(token)
    if (known !== undefined || this.#tokens.length === TOKENS_MAX) return known
    this.#numbers.set(token, this.#tokens.length)
    this.bytes += TOKEN_BYTES + 2 * token.length
    return this.#tokens.push(token) - 1
  }

  tokenAt(number: number): string {
    return this.#tokens[number] ?? ''
  }
}

/** What a token takes beside its characters. */
const TOKEN_BYTES = 64

/** How many calls have each code of a column, and which tokens these stand for. */
export interface CodeCounts {
  readonly vocabulary: Vocabulary
  /** By code, from `FIRST_CODE` on. */
  readonly numbers: Uint16Array
  /** By code. */
  readonly counts: Uint16Array | Uint32Array
}

/** The token of a code, from `FIRST_CODE` on. */
export const tokenIn = ({ vocabulary, numbers }: CodeCounts, code: number): string =>
  vocabulary.tokenAt(numbers[code] ?? 0)

/** Undefined for a column that has too many tokens. */
export function countCodes({ codes, tokens }: CodedColumn, vocabulary: Vocabulary): CodeCounts | undefined {
  const found = tokens()
  if (found.length * 2 > codes.length) return undefined
  const numbers = [MISSING, UNKNOWN, ...found.map((token) => vocabulary.numberOf(token))]
  if (!numbers.every((number) => number !== undefined)) return undefined
  const counts = new Uint16Array(numbers.length)
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place] ?? MISSING
    counts[code] = (counts[code] ?? 0) + 1
  }
  return { vocabulary, numbers: Uint16Array.from(numbers), counts }
}

/** The counts of several segments together. */
export function sumOfCounts(each: readonly CodeCounts[], vocabulary: Vocabulary): CodeCounts {
  const byNumber = new Uint32Array(TOKENS_MAX)
  const withoutToken = new Uint32Array(FIRST_CODE)
  for (const { numbers, counts } of each) {
    for (let code = 0; code < counts.length; code++) {
      const [sums, at] = code < FIRST_CODE ? [withoutToken, code] : [byNumber, numbers[code] ?? 0]
      sums[at] = (sums[at] ?? 0) + (counts[code] ?? 0)
    }
  }
  const found = [...byNumber.keys()].filter((number) => byNumber[number])
  const numbers = Uint16Array.from([MISSING, UNKNOWN, ...found])
  return {
    vocabulary,
    numbers,
    counts: Uint32Array.from([...withoutToken, ...found.map((n) => byNumber[n] ?? 0)]),
  }
}

/** A small number for each token, computed when it is first asked for. */
export class TokenTable {
  readonly #compute: (token: string) => number
  readonly #values = new Uint8Array(TOKENS_MAX)
  #vocabulary: Vocabulary | undefined

  constructor(compute: (token: string) => number) {
    this.#compute = compute
  }

  /** For the token of a code, from `FIRST_CODE` on. */
  at(counts: CodeCounts, code: number): number {
    if (this.#vocabulary !== counts.vocabulary) this.#values.fill(NOT_COMPUTED)
    this.#vocabulary = counts.vocabulary
    const number = counts.numbers[code] ?? 0
    const known = this.#values[number] ?? NOT_COMPUTED
    if (known !== NOT_COMPUTED) return known
    const value = this.#compute(tokenIn(counts, code))
    this.#values[number] = value
    return value
  }
}

const NOT_COMPUTED = 255
