import { formatDateTime, formatLocal, formatRelative, formatUtc } from '../format/time.ts'
import { useNow } from '../timing/useNow.ts'

interface TimeAgoProps {
  /** As the service writes it: RFC 3339. */
  readonly at: string
  /** What to show; the other, and UTC, are in the title. */
  readonly as?: 'relative' | 'local'
}

export function TimeAgo({ at, as = 'relative' }: TimeAgoProps) {
  const tick = useNow()
  const instant = new Date(at)
  // The tick lags behind the clock: what happened since then is now, not in the future.
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
