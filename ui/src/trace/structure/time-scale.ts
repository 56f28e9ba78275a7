import { formatDuration } from '../../format/time.ts'

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

/** A few round times within the window; `at` is the position in percent. */
export function ticksOf({ fromUs, toUs }: TimeWindow, countMax: number): { us: number; at: number }[] {
  const span = toUs - fromUs
  const step = roundStep(span / countMax)
  const ticks: { us: number; at: number }[] = []
  for (let us = Math.ceil(fromUs / step) * step; us <= toUs; us += step) {
    ticks.push({ us, at: ((us - fromUs) / span) * 100 })
  }
  return ticks
}

/** Drops trailing zeros: `2 s`, not `2.00 s`. */
export const tickText = (us: number): string =>
  us === 0 ? '0' : formatDuration(us / 1000).replace(/\.0+ |(\.\d*[1-9])0+ /, '$1 ')

/** Rounds up to 1, 2, 5, 10, 20, 50 … */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(atLeast, 1)))
  const factor = [1, 2, 5, 10].find((each) => each * power >= atLeast) ?? 10
  return factor * power
}
