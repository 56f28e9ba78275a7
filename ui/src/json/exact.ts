/** Integers with fewer digits are always safe. */
const LARGE_NUMBER = /[[:,]\s*-?\d{16}/

/** Newer browsers pass a number's source text to revivers. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/**
 * Parses JSON. Integers that JavaScript cannot represent become strings of their digits, for display.
 * Fractions are rounded as usual.
 */
export function parseExact(text: string): ReturnType<typeof JSON.parse> {
  return LARGE_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)
}

const exactly: Reviver = (_, value, context) => {
  const source = context?.source
  const isWhole = typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source)
  return isWhole && !Number.isSafeInteger(value) && BigInt(source) !== BigInt(value) ? source : value
}
