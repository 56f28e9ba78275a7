/** Whether a JSON text may have numbers in it that JavaScript cannot hold. */
const MAY_BE_LARGE = /[[:,]\s*-?\d(?:\d{15}|[\d.]*[eE]\+?\d{3})/

/** Newer browsers tell a reviver how a number was written. */
type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/**
 * Reads JSON. Whole numbers that would come out as others, and those beyond all reach, stay as they were
 * written, as texts: they are there to be read. Fractions are rounded as always.
 */
export function parseExact(text: string): ReturnType<typeof JSON.parse> {
  if (!MAY_BE_LARGE.test(text)) return JSON.parse(text)
  const exact: Reviver = (_, value, context) => {
    const isLarge =
      typeof value === 'number' && !Number.isSafeInteger(value) && isInexact(value, context?.source)
    return isLarge ? context?.source : value
  }
  return JSON.parse(text, exact)
}

const isInexact = (value: number, source: string | undefined): boolean =>
  source !== undefined &&
  (!Number.isFinite(value) || (/^-?\d+$/.test(source) && BigInt(source) !== BigInt(value)))
