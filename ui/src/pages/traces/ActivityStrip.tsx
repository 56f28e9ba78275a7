import { memo, type PointerEvent, useState } from 'react'
import type { ActivityMetric } from '../../api/stats.ts'
import { Segmented } from '../../components/Field.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCount, formatMoney, pluralize } from '../../format/number.ts'
import { formatDuration } from '../../format/time.ts'
import { formatSpan } from '../../format/time-words.ts'
import { RangePicker } from '../../range/RangePicker.tsx'
import type { TimeRange } from '../../range/useTimeRange.ts'
import { type Bar, barEndMs } from '../../stats/activity.ts'
import styles from './ActivityStrip.module.css'

const METRICS = [
  { value: 'count', label: 'Calls' },
  { value: 'cost', label: 'Cost' },
  { value: 'p95', label: 'p95' },
] as const

const FORMATS: Record<ActivityMetric, (value: number) => string> = {
  count: formatCount,
  cost: formatMoney,
  p95: formatDuration,
}

interface ActivityStripProps {
  /** Undefined while loading. */
  readonly bars: readonly Bar[] | undefined
  /** Metric of the bars: the previous one until the next has loaded. */
  readonly barsMetric: ActivityMetric
  readonly bucketMs: number
  readonly metric: ActivityMetric
  readonly onMetric: (metric: ActivityMetric) => void
  readonly range: TimeRange
  readonly onWindow: (from: Date, to: Date) => void
}

/** Activity over time. A click sets the time range to one bar, a drag to several. */
export function ActivityStrip(props: ActivityStripProps) {
  const { metric, onMetric, range } = props
  return (
    <section className={styles.strip} aria-label="Activity">
      {props.bars ? (
        <Bars {...props} bars={props.bars} metric={props.barsMetric} />
      ) : (
        <Skeleton height="36px" />
      )}
      <div className={styles.switches}>
        <Segmented label="Metric" options={METRICS} value={metric} onChange={onMetric} />
        <RangePicker range={range} />
      </div>
    </section>
  )
}

interface BarsProps extends Pick<ActivityStripProps, 'bucketMs' | 'metric' | 'onWindow'> {
  readonly bars: readonly Bar[]
}

function Bars({ bars, bucketMs, metric, onWindow }: BarsProps) {
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>()
  const highest = Math.max(...bars.map(({ value }) => value), 0)
  const indexAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * bars.length)
    return Math.min(bars.length - 1, Math.max(0, index))
  }
  const finish = () => {
    if (!drag) return
    const first = bars[Math.min(drag.from, drag.to)]
    const endMs = barEndMs(bars, Math.max(drag.from, drag.to), bucketMs)
    setDrag(undefined)
    if (first) onWindow(first.at, new Date(endMs))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is pointer only; the bars handle keys.
    <div
      className={styles.bars}
      // Clicking a bar does not focus it, so that Enter still opens the active row.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: indexAt(event), to: indexAt(event) })
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: indexAt(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(undefined)}
    >
      {bars.map((bar, index) => (
        <Bucket
          key={bar.at.getTime()}
          bar={bar}
          endMs={barEndMs(bars, index, bucketMs)}
          metric={metric}
          highest={highest}
          chosen={drag !== undefined && isBetween(index, drag.from, drag.to)}
          onWindow={onWindow}
        />
      ))}
      <span className={styles.highest}>{highest > 0 && FORMATS[metric](highest)}</span>
    </div>
  )
}

interface BucketProps extends Pick<BarsProps, 'metric' | 'onWindow'> {
  readonly bar: Bar
  readonly endMs: number
  readonly highest: number
  readonly chosen: boolean
}

/** Memoized: there are many bars, and the page re-renders often. */
const Bucket = memo(({ bar, endMs, metric, highest, chosen, onWindow }: BucketProps) => {
  const title = titleOf(bar, metric, endMs)
  return (
    <button
      type="button"
      tabIndex={bar.count > 0 ? 0 : -1}
      className={styles.bucket}
      data-chosen={chosen || undefined}
      title={title}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onWindow(bar.at, new Date(endMs))
      }}
    >
      <span className={styles.bar} style={{ height: `${heightOf(bar.value, highest)}%` }}>
        {metric === 'count' && bar.errors > 0 && (
          <span className={styles.errors} style={{ height: `${(bar.errors / bar.count) * 100}%` }} />
        )}
      </span>
    </button>
  )
})

const isBetween = (index: number, a: number, b: number): boolean =>
  index >= Math.min(a, b) && index <= Math.max(a, b)

/** Non-zero values have a minimum height. */
const heightOf = (value: number, highest: number): number =>
  value === 0 ? 0 : Math.max(6, (value / highest) * 100)

function titleOf(bar: Bar, metric: ActivityMetric, endMs: number): string {
  const span = formatSpan(bar.at, new Date(endMs), new Date())
  const errors = bar.errors > 0 ? `, ${formatCount(bar.errors)} failed` : ''
  const more =
    metric === 'count'
      ? ''
      : `, ${METRICS.find(({ value }) => value === metric)?.label} ${FORMATS[metric](bar.value)}`
  return `${span}: ${pluralize(bar.count, 'call')}${errors}${more}`
}
