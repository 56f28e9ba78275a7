import { parseDuration } from '@heddle/contract/filter/values'
import { addDays, formatSpan, startOfDay } from '../format/time-words.ts'

/** A resolved time range, half-open. A missing bound is open. */
export interface RangeBounds {
  readonly from?: Date
  readonly to?: Date
}

/** Ranges to pick from, with their text in the URL. No text means all time. */
export const PRESETS: readonly { readonly text: string | undefined; readonly label: string }[] = [
  { text: '15m', label: 'Last 15 minutes' },
  { text: '1h', label: 'Last hour' },
  { text: '24h', label: 'Last 24 hours' },
  { text: '7d', label: 'Last 7 days' },
  { text: '30d', label: 'Last 30 days' },
  { text: '90d', label: 'Last 90 days' },
  { text: 'today', label: 'Today' },
  { text: 'yesterday', label: 'Since yesterday' },
  { text: undefined, label: 'All time' },
]

/** Separates the bounds of a custom range; either may be empty. */
const SEPARATOR = '..'

/** Resolves the text of a range: `7d`, `today`, `yesterday` or `<from>..<to>` in ISO 8601. Anything else is all time. */
export function rangeBounds(text: string | undefined, now: Date): RangeBounds {
  if (text === undefined) return {}
  if (text === 'today') return { from: startOfDay(now) }
  if (text === 'yesterday') return { from: startOfDay(addDays(now, -1)) }
  const ms = parseDuration(text)
  if (ms !== undefined) return { from: new Date(Math.max(0, now.getTime() - ms)) }
  const [from, to] = text.includes(SEPARATOR) ? text.split(SEPARATOR).map(instantOf) : []
  return { ...(from && { from }), ...(to && { to }) }
}

/** The text of a custom range. */
export const rangeText = ({ from, to }: RangeBounds): string =>
  `${from?.toISOString() ?? ''}${SEPARATOR}${to?.toISOString() ?? ''}`

/** The range in words: `Last 7 days`, `Today 14:00–16:00`. */
export function rangeLabel(text: string | undefined, now: Date): string {
  const preset = PRESETS.find((each) => each.text === text)
  if (preset) return preset.label
  if (text !== undefined && parseDuration(text) !== undefined) return `Last ${text}`
  const { from, to } = rangeBounds(text, now)
  return formatSpan(from, to, now)
}

function instantOf(text: string): Date | undefined {
  const at = new Date(text)
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at
}
