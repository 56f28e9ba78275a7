const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A length of time in its two largest units: `0.4 ms`, `820 ms`, `1.25 s`, `2m 05s`, `3h 20m`, `4d 2h`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `-${formatDuration(-ms)}`
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`
  if (ms < SECOND) return `${Math.round(ms)} ms`
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 2 : 1)} s`
  if (ms < HOUR) return twoUnits(ms, MINUTE, 'm', SECOND, 's')
  if (ms < DAY) return twoUnits(ms, HOUR, 'h', MINUTE, 'm')
  return `${Math.floor(ms / DAY)}d ${Math.floor((ms % DAY) / HOUR)}h`
}

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = String(Math.floor((ms % large) / small)).padStart(2, '0')
  return `${Math.floor(ms / large)}${largeName} ${rest}${smallName}`
}
