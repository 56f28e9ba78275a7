import { type encodeCodes, encodeDictionary, FIRST_CODE, UNKNOWN } from './column.ts'

/** Longer tokens are not in columns. */
export const TOKEN_CHARACTERS_MAX = 128

/** A column that is being made, place by place. */
export class TokenValues {
  readonly codes: Uint16Array
  readonly #codeOf = new Map<string, number>()
  /** Places that have a value, known or not. */
  count = 0

  constructor(places: number) {
    this.codes = new Uint16Array(places)
  }

  set(place: number, token: string): void {
    let code = this.#codeOf.get(token)
    if (code === undefined) {
      code = this.#codeOf.size + FIRST_CODE
      this.#codeOf.set(token, code)
    }
    this.codes[place] = code
    this.count++
  }

  setUnknown(place: number): void {
    this.codes[place] = UNKNOWN
    this.count++
  }

  encode(encode: typeof encodeCodes): Uint8Array {
    return encode(this.codes, [...this.#codeOf.keys()])
  }
}

/** The column of tokens by place: null for none, undefined for one that is not to be in the column. */
export function encodeTokens(tokens: readonly (string | null | undefined)[]): Uint8Array {
  const values = new TokenValues(tokens.length)
  for (const [place, token] of tokens.entries()) {
    if (token === undefined) values.setUnknown(place)
    else if (token !== null) values.set(place, token)
  }
  return values.encode(encodeDictionary)
}

/** The column of a value by item; undefined for one that is not to be in the column. */
export function encodeValues<Item>(
  items: readonly Item[],
  read: (item: Item) => string | number | null | undefined,
): Uint8Array {
  return encodeTokens(
    items.map((item) => {
      const value = read(item)
      const isLong = typeof value === 'string' && value.length > TOKEN_CHARACTERS_MAX
      if (isLong || value === undefined) return undefined
      return value === null ? null : JSON.stringify(value)
    }),
  )
}
