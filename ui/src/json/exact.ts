/** Integers with fewer digits, and other numbers with smaller exponents, can always be held. */
const LARGE_NUMBER = /(?:^|[[:,])\s*-?(?:\d{16}|\d[\d.]*[eE]\+?\d{3})/

/** Newer browsers pass a number's source text to revivers. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/**
 * Parses JSON. Integers that JavaScript cannot represent, and numbers beyond its range, become strings of their
 * text, for display. Fractions are rounded as usual.
 */
export function parseExact(text: string): ReturnType<typeof JSON.parse> {
  return LARGE_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)
}

const exactly: Reviver = (_, value, context) =>
  typeof value === 'number' && context?.source !== undefined ? exactNumber(value, context.source) : value

/** A parsed number, or its source text if JavaScript rounded it. */
export function exactNumber(value: number, source: string): number | string {
  if (!Number.isFinite(value)) return source
  if (Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value
  return BigInt(source) === BigInt(value) ? value : source
}
