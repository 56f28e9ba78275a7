import { formatAlignedMoney, formatCompact, formatMoney, formatTokens, pluralize } from '../format/number.ts'
import { formatDateTime, formatDuration, formatLocal, formatRelative, formatUtc } from '../format/time.ts'
import { useNow } from '../timing.ts'

/** Unknown values are shown as a dash, never as zero. */
const Unknown = () => <span aria-hidden="true">–</span>

export function Duration({ ms }: { readonly ms: number | null | undefined }) {
  return ms === null || ms === undefined ? <Unknown /> : <span title={`${ms} ms`}>{formatDuration(ms)}</span>
}

/** An amount within text, with as many digits as it needs. */
export function Money({ dollars }: { readonly dollars: number | null | undefined }) {
  if (dollars === null || dollars === undefined) return <Unknown />
  return <span title={`$${dollars}`}>{formatMoney(dollars)}</span>
}

interface MoneyCellProps {
  readonly dollars: number | null | undefined
  /** Decimals of the whole column. */
  readonly decimals?: number
}

/** An amount in a column of a table, where all have the same number of decimals; the title has all digits. */
export function MoneyCell({ dollars, decimals }: MoneyCellProps) {
  if (dollars === null || dollars === undefined) return <Unknown />
  return <span title={`$${dollars}`}>{formatAlignedMoney(dollars, decimals)}</span>
}

interface CostProps {
  /** The cost that counts in totals. */
  readonly counted: number | null | undefined
  readonly reported: number | null | undefined
  /** Added to the title: where the cost arose. */
  readonly note?: string
}

/** The cost that counts, in a column of a table; the title has the one that clients reported. */
export function Cost({ counted, reported, note }: CostProps) {
  if (counted === null || counted === undefined) return <Unknown />
  const title = [`$${counted}`, ...(reported ? [`$${reported} reported by the client`] : []), ...noted(note)]
  return <span title={title.join('\n')}>{formatAlignedMoney(counted)}</span>
}

interface TokensProps {
  readonly count: number | null | undefined
  /** Added to the title: where they were used. */
  readonly note?: string
  /** Within text, where no heading names the unit: `1 token`, `12.3K tokens`. */
  readonly withUnit?: boolean
}

export function Tokens({ count, note, withUnit = false }: TokensProps) {
  if (count === null || count === undefined) return <Unknown />
  return (
    <span title={[pluralize(count, 'token'), ...noted(note)].join('\n')}>
      {withUnit ? formatTokens(count) : formatCompact(count)}
    </span>
  )
}

const noted = (note: string | undefined): string[] => (note === undefined ? [] : [note])

const MINUTE_MS = 60_000

/** How long a call without an end has been open. */
export function OpenFor({ since }: { readonly since: string }) {
  const started = new Date(since)
  const elapsedMs = Math.max(0, useNow().getTime() - started.getTime())
  const elapsed = formatDuration(elapsedMs)
  // Two units do not fit in the column, and the smaller one says little.
  const shown = elapsedMs < MINUTE_MS ? elapsed : elapsed.split(' ')[0]
  return <span title={`Open since ${formatDateTime(started)}`}>open {shown}</span>
}

interface TimeAgoProps {
  /** RFC 3339. */
  readonly at: string
  /** Which form to show; the title has the other and UTC. */
  readonly as?: 'relative' | 'local'
}

export function TimeAgo({ at, as = 'relative' }: TimeAgoProps) {
  const tick = useNow()
  const instant = new Date(at)
  // `now` lags behind the clock; times after it show as now rather than in the future.
  const now = new Date(Math.max(tick.getTime(), Math.min(instant.getTime(), Date.now())))
  const relative = formatRelative(instant, now)
  const local = formatLocal(instant, now)
  return (
    <time
      dateTime={at}
      title={`${formatUtc(instant)}\n${as === 'relative' ? formatDateTime(instant) : relative}`}
    >
      {as === 'relative' ? relative : local}
    </time>
  )
}
