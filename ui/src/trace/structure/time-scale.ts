import { formatDuration } from '../../format/time.ts'

/** The stretch of the trace that the waterfall shows, in microseconds after its start. */
export interface TimeWindow {
  readonly fromUs: number
  readonly toUs: number
}

/** A bar's place in per cent of the waterfall's width; undefined where it is outside of the window. */
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

/** Round instants within the window, a few of them, as `{ us, at }`: at is in per cent. */
export function ticksOf({ fromUs, toUs }: TimeWindow, countMax: number): { us: number; at: number }[] {
  const span = toUs - fromUs
  const step = roundStep(span / countMax)
  const ticks: { us: number; at: number }[] = []
  for (let us = Math.ceil(fromUs / step) * step; us <= toUs; us += step) {
    ticks.push({ us, at: ((us - fromUs) / span) * 100 })
  }
  return ticks
}

/** Round times need no digits behind them: `2 s`, not `2.00 s`. */
export const tickText = (us: number): string =>
  us === 0 ? '0' : formatDuration(us / 1000).replace(/\.0+ |(\.\d*[1-9])0+ /, '$1 ')

/** The next of 1, 2, 5, 10, 20, 50 … */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(atLeast, 1)))
  const factor = [1, 2, 5, 10].find((each) => each * power >= atLeast) ?? 10
  return factor * power
}
