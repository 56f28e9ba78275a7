import { endOfString, endOfValue, type JsonSpan, skipBlanks } from './scan.ts'

export interface JsonChild extends JsonSpan {
  /** The member's key, or the place in the list. */
  readonly key: string | number
}

/**
 * The children of an object or a list, found as far as they were asked for: the first hundred of a
 * million cost no more than a hundred.
 */
export class JsonChildren {
  readonly #text: string
  readonly #isObject: boolean
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #keys: number[] = []
  /** Where to read on: at the next child, or at the end of the container. */
  #place: number
  #isComplete = false

  constructor(text: string, start: number) {
    this.#text = text
    this.#isObject = text[start] === '{'
    this.#place = skipBlanks(text, start + 1)
    this.#stopAtEnd()
  }

  at(index: number): JsonChild | undefined {
    this.#readTo(index + 1)
    const start = this.#starts[index]
    const end = this.#ends[index]
    if (start === undefined || end === undefined) return undefined
    return { key: this.#keyOf(index), start, end }
  }

  /** Whether there is a child at this place. */
  has(index: number): boolean {
    this.#readTo(index + 1)
    return index < this.#starts.length
  }

  /** How many there are; reads all of them. */
  count(): number {
    this.#readTo(Number.POSITIVE_INFINITY)
    return this.#starts.length
  }

  /** The place of the child that spans an offset of the text. */
  indexOver(offset: number): number {
    for (let index = 0; this.has(index); index++) {
      if ((this.#ends[index] ?? 0) > offset) return index
    }
    return -1
  }

  #keyOf(index: number): string | number {
    const at = this.#keys[index]
    if (!this.#isObject || at === undefined) return index
    return textOf(this.#text, { start: at, end: endOfString(this.#text, at) })
  }

  #readTo(count: number): void {
    while (!this.#isComplete && this.#starts.length < count) this.#readOne()
  }

  #readOne(): void {
    let start = this.#place
    if (this.#isObject) {
      this.#keys.push(start)
      const colon = skipBlanks(this.#text, endOfString(this.#text, start))
      start = skipBlanks(this.#text, colon + 1)
    }
    const end = endOfValue(this.#text, start)
    this.#starts.push(start)
    this.#ends.push(end)
    const after = skipBlanks(this.#text, end)
    this.#place = this.#text[after] === ',' ? skipBlanks(this.#text, after + 1) : after
    this.#stopAtEnd()
  }

  #stopAtEnd(): void {
    const next = this.#text[this.#place]
    this.#isComplete = next === undefined || next === '}' || next === ']'
  }
}

/** The text that a JSON string stands for. */
export const textOf = (text: string, { start, end }: JsonSpan): string =>
  String(JSON.parse(text.slice(start, end)))

/** The members of the object that starts here, each as its own JSON text. Of equal keys the last counts. */
export function memberTexts(text: string, start = skipBlanks(text, 0)): Map<string, string> {
  const members = new Map<string, string>()
  if (text[start] !== '{') return members
  const children = new JsonChildren(text, start)
  for (let index = 0; ; index++) {
    const child = children.at(index)
    if (!child) return members
    members.set(String(child.key), text.slice(child.start, child.end))
  }
}
