import { type Codes, type Column, MISSING } from './column.ts'

/** The token at a place: null for none, undefined where it is not known. */
export type TokenReader = (place: number) => string | null | undefined

export function tokenReader(column: Column): TokenReader {
  if (column.kind === 'numbers') {
    return (place) => {
      const value = column.values[place] ?? Number.NaN
      return Number.isNaN(value) ? null : String(value)
    }
  }
  return codeReader(column)
}

export function codeReader({ codes, tokens }: Codes): TokenReader {
  const ofCode = [null, undefined, ...tokens()]
  return (place) => ofCode[codes[place] ?? MISSING]
}
