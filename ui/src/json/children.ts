import {
  type JsonKind,
  skipColon,
  skipTrustedString,
  skipTrustedValue,
  skipWhitespace,
} from '@heddle/contract/json-scanner'

/** A value's range in its text; the end is exclusive. */
export interface JsonSpan {
  readonly start: number
  readonly end: number
}

export const isContainer = (kind: JsonKind): boolean => kind === 'object' || kind === 'array'

export interface JsonChild extends JsonSpan {
  /** The member's key, or the index in the array. */
  readonly key: string | number
}

/** The children of an object or array, scanned lazily: reading the first hundred of a million scans only those. */
export class JsonChildren {
  readonly #text: string
  readonly #isObject: boolean
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #keys: number[] = []
  /** Position of the next child, or of the end of the container. */
  #position: number
  #isComplete = false

  constructor(text: string, start: number) {
    this.#text = text
    this.#isObject = text[start] === '{'
    this.#position = skipWhitespace(text, start + 1)
    this.#stopAtEnd()
  }

  at(index: number): JsonChild | undefined {
    this.#readTo(index + 1)
    const start = this.#starts[index]
    const end = this.#ends[index]
    if (start === undefined || end === undefined) return undefined
    return { key: this.#keyOf(index), start, end }
  }

  /** Whether there is a child at this index. */
  has(index: number): boolean {
    this.#readTo(index + 1)
    return index < this.#starts.length
  }

  /** Number of children; scans all of them. */
  count(): number {
    this.#readTo(Number.POSITIVE_INFINITY)
    return this.#starts.length
  }

  /** Index of the child that contains an offset of the text; -1 if none does. */
  indexOver(offset: number): number {
    for (let index = 0; this.has(index); index++) {
      if ((this.#ends[index] ?? 0) > offset) return index
    }
    return -1
  }

  #keyOf(index: number): string | number {
    const at = this.#keys[index]
    if (!this.#isObject || at === undefined) return index
    return textOf(this.#text, { start: at, end: skipTrustedString(this.#text, at) })
  }

  #readTo(count: number): void {
    while (!this.#isComplete && this.#starts.length < count) this.#readOne()
  }

  #readOne(): void {
    let start = this.#position
    if (this.#isObject) {
      this.#keys.push(start)
      start = skipColon(this.#text, skipTrustedString(this.#text, start))
    }
    const end = skipTrustedValue(this.#text, start)
    this.#starts.push(start)
    this.#ends.push(end)
    const after = skipWhitespace(this.#text, end)
    this.#position = this.#text[after] === ',' ? skipWhitespace(this.#text, after + 1) : after
    this.#stopAtEnd()
  }

  #stopAtEnd(): void {
    const next = this.#text[this.#position]
    this.#isComplete = next === undefined || next === '}' || next === ']'
  }
}

/** Decodes a JSON string. */
export const textOf = (text: string, { start, end }: JsonSpan): string =>
  String(JSON.parse(text.slice(start, end)))

/** JSON text of each member of the object that starts here. The last of duplicate keys wins. */
export function memberTexts(text: string, start = skipWhitespace(text, 0)): Map<string, string> {
  const members = new Map<string, string>()
  if (text[start] !== '{') return members
  const children = new JsonChildren(text, start)
  for (let index = 0; ; index++) {
    const child = children.at(index)
    if (!child) return members
    members.set(String(child.key), text.slice(child.start, child.end))
  }
}

/** JSON of an object with these members. */
export const objectText = (members: Iterable<readonly [key: string, text: string]>): string =>
  `{${Array.from(members, ([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`

/** JSON text of each element of an array. */
export function elementTexts(text: string): string[] {
  const children = new JsonChildren(text, skipWhitespace(text, 0))
  const elements: string[] = []
  for (let index = 0; ; index++) {
    const child = children.at(index)
    if (!child) return elements
    elements.push(text.slice(child.start, child.end))
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
