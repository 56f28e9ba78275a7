import { type Codes, MISSING } from './column.ts'

/** Stands for a token that columns do not know. */
export const NOT_NUMBERED = -1

/** Numbers for the tokens of all segments, and the text that each stands for. */
export class Numbering {
  readonly #textOf: (token: string | null) => string | null
  readonly #numbers = new Map<string | null, number>()
  readonly #texts: (string | null)[] = []

  constructor(textOf: (token: string | null) => string | null) {
    this.#textOf = textOf
  }

  /** The number at each place of a segment. */
  of({ codes, tokens }: Codes): (place: number) => number {
    const ofCode = Int32Array.of(
      this.#numberOf(null),
      NOT_NUMBERED,
      ...tokens().map((token) => this.#numberOf(token)),
    )
    return (place) => ofCode[codes[place] ?? MISSING] ?? NOT_NUMBERED
  }

  text(number: number): string | null {
    return this.#texts[number] ?? null
  }

  #numberOf(token: string | null): number {
    const known = this.#numbers.get(token)
    if (known !== undefined) return known
    this.#numbers.set(token, this.#texts.length)
    return this.#texts.push(this.#textOf(token)) - 1
  }
}
