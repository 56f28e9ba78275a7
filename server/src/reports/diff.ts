/** A measure of two traces or runs. Null where it is not known. */
export interface Metric {
  readonly name: string
  readonly before: number | null
  readonly after: number | null
  readonly unit: 'ms' | 'usd' | 'count' | 'score'
}

/** A call or an example that differs. */
export interface Change {
  readonly state: 'changed' | 'added' | 'removed' | 'improved' | 'regressed'
  readonly depth: number
  readonly name: string
  readonly details: string
}

export interface Diff {
  readonly kind: 'traces' | 'runs'
  /** Titles of the two sides. */
  readonly before: string
  readonly after: string
  readonly metrics: readonly Metric[]
  /** How many calls or examples are in which state: `same`, `changed`, … */
  readonly counts: Readonly<Record<string, number>>
  readonly changes: readonly Change[]
}

/** The value below which a share of the values lie; null if there are none. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
