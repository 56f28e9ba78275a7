/** Numbers with fewer digits are safe integers. */
const LARGE_NUMBER = /[[:,]\s*-?\d{16}/

/** Newer browsers tell a reviver how a number was written. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/**
 * Reads JSON. Whole numbers that would come out as others stay as they were written, as texts: they are there
 * to be read. Fractions are rounded as always.
 */
export function parseExact(text: string): ReturnType<typeof JSON.parse> {
  return LARGE_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)
}

const exactly: Reviver = (_, value, context) => {
  const source = context?.source
  const isWhole = typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source)
  return isWhole && !Number.isSafeInteger(value) && BigInt(source) !== BigInt(value) ? source : value
}
