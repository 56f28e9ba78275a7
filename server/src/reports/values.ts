const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

export const countText = (count: number | null | undefined): string =>
  typeof count === 'number' ? whole.format(count) : ''

/** `$0.00042`, `$0.018`, `$1.25` */
export function moneyText(dollars: number | null | undefined): string {
  if (typeof dollars !== 'number') return ''
  return dollars !== 0 && Math.abs(dollars) < 0.1 ? `$${fine.format(dollars)}` : `$${dollars.toFixed(2)}`
}

/** `820ms`, `1.25s`, `2m 05s`: as filters write durations, where one unit is enough. */
export function durationText(ms: number | null | undefined): string {
  if (typeof ms !== 'number') return ''
  if (ms < 1000) return `${Math.round(ms)}ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)}s`
  const minutes = Math.floor(ms / 60_000)
  return `${minutes}m ${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')}s`
}

/** Local time to the second: `2026-03-01 10:00:00`. */
export function timeText(instant: string | null | undefined): string {
  const date = new Date(instant ?? '')
  if (Number.isNaN(date.getTime())) return ''
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}
