const DURATION_MS: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Parses a duration into milliseconds: `500ms`, `1.5s`, `2m`; a bare number is milliseconds. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|w)?$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (DURATION_MS[unit ?? 'ms'] ?? 1)
}

/** A half-open time range. */
export interface TimeRange {
  readonly from: Date
  readonly to: Date
}

const STEPS: readonly { readonly pattern: RegExp; readonly ms: number }[] = [
  { pattern: /^\d{4}-\d\d-\d\d$/, ms: 86_400_000 },
  { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/, ms: 60_000 },
  { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, ms: 1000 },
]

/**
 * Parses a time: a day, a minute, a second or an exact instant. Without an offset
 * it is local time, as in the table. `-24h` is relative to now.
 */
export function parseTime(text: string, now: Date): TimeRange | undefined {
  const before = text.startsWith('-') ? parseDuration(text.slice(1)) : undefined
  if (before !== undefined) return instant(new Date(now.getTime() - before))
  const step = STEPS.find(({ pattern }) => pattern.test(text))
  const isDay = step === STEPS[0]
  const from = new Date(isDay ? `${text}T00:00` : text)
  if (!/^\d{4}-/.test(text) || Number.isNaN(from.getTime())) return undefined
  if (isDay) return { from, to: new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1) }
  return step ? { from, to: new Date(from.getTime() + step.ms) } : instant(from)
}

const instant = (at: Date): TimeRange => ({ from: at, to: at })
