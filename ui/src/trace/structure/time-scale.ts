/** Time range of the waterfall, in microseconds from the start of the trace. */
export interface TimeWindow {
  readonly fromUs: number
  readonly toUs: number
}

/** Position of a bar in percent of the waterfall's width; undefined outside the window. */
export function barPlace(
  { fromUs, toUs }: TimeWindow,
  startUs: number,
  endUs: number,
): { left: number; width: number } | undefined {
  if (endUs < fromUs || startUs > toUs) return undefined
  const span = toUs - fromUs
  const left = (Math.max(startUs, fromUs) - fromUs) / span
  const right = (Math.min(endUs, toUs) - fromUs) / span
  return { left: left * 100, width: (right - left) * 100 }
}

interface Tick {
  readonly us: number
  /** Position in percent. */
  readonly at: number
  readonly text: string
}

/** A few round times within the window. */
export function ticksOf({ fromUs, toUs }: TimeWindow, countMax: number): Tick[] {
  const span = toUs - fromUs
  const step = roundStep(span / countMax)
  const ticks: Tick[] = []
  for (let us = Math.ceil(fromUs / step) * step; us <= toUs; us += step) {
    ticks.push({ us, at: ((us - fromUs) / span) * 100, text: tickText(us, step) })
  }
  return ticks
}

const MILLISECOND = 1000
const SECOND = 1000 * MILLISECOND
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Round steps between seconds and days, where units are not decimal. */
const CLOCK_STEPS = [
  ...[15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
]

function roundStep(atLeast: number): number {
  if (atLeast <= 10 * SECOND) return decimalStep(atLeast)
  return CLOCK_STEPS.find((step) => step >= atLeast) ?? DAY * decimalStep(atLeast / DAY)
}

/** Rounds up to 1, 2, 5, 10, 20, 50 … */
function decimalStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(atLeast, 1)))
  const factor = [1, 2, 5, 10].find((each) => each * power >= atLeast) ?? 10
  return factor * power
}

const UNITS = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
] as const

/** A time in as many digits as tell it from the next: `50 µs`, `1.5 ms`, `12.34 s`, `1m 30s`, `2d 6h`. */
function tickText(us: number, step: number): string {
  if (us === 0) return '0'
  if (us < MILLISECOND) return `${us} µs`
  if (us < SECOND) return `${us / MILLISECOND} ms`
  let rest = us
  const parts: string[] = []
  for (const [size, name] of UNITS) {
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(`${count}${name}`)
    rest -= count * size
  }
  const decimals = Math.max(0, -Math.floor(Math.log10(step / SECOND)))
  const seconds = Number((rest / SECOND).toFixed(decimals))
  if (parts.length === 0) return `${seconds} s`
  return [...parts, ...(seconds > 0 ? [`${seconds}s`] : [])].join(' ')
}
