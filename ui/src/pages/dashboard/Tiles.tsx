import { Link } from 'wouter'
import { Skeleton } from '../../components/Skeleton.tsx'
import { formatCompact, formatCount, formatMoney, formatShare } from '../../format/number.ts'
import { formatDuration } from '../../format/time.ts'
import type { Figures } from '../../stats/figures.ts'
import styles from './Page.module.css'

interface TilesProps {
  /** Undefined while loading. */
  readonly total: Figures | undefined
  /** Traces filter for these calls. */
  readonly filter: string
  /** Path of the calls that match a filter. */
  readonly hrefOf: (filter: string) => string
}

/** Keeps the height of a line: a no-break space. */
const NO_NOTE = '\u00a0'

/** Key metrics of the window; each links to its calls. */
export function Tiles({ total, filter, hrefOf }: TilesProps) {
  return (
    <ul className={styles.tiles}>
      {TILES.map(({ title, value, note, narrow }) => (
        <li key={title}>
          <Link
            href={hrefOf(total ? `${filter} ${narrow?.(total) ?? ''}`.trim() : filter)}
            className={styles.tile}
          >
            <span className={styles.title}>{title}</span>
            {total ? (
              <span className={styles.value}>{value(total)}</span>
            ) : (
              <Skeleton width="60%" height="24px" />
            )}
            <span className={styles.note}>{(total && note?.(total)) ?? NO_NOTE}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface Tile {
  readonly title: string
  readonly value: (total: Figures) => string
  readonly note?: (total: Figures) => string
  readonly narrow?: (total: Figures) => string
}

const TILES: readonly Tile[] = [
  { title: 'Calls', value: ({ calls }) => formatCount(calls) },
  {
    title: 'Errors',
    value: ({ errors }) => formatCount(errors),
    note: ({ errors, calls }) => (calls > 0 ? `${formatShare(errors / calls)} of calls` : ' '),
    narrow: () => 'status:error',
  },
  latencyTile('p50', '50% are faster'),
  latencyTile('p95', '5% are slower'),
  latencyTile('p99', '1% are slower'),
  {
    title: 'Tokens',
    value: ({ tokens }) => formatCompact(tokens),
    note: ({ tokens, calls }) => (calls > 0 ? `${formatCompact(Math.round(tokens / calls))} per call` : ' '),
  },
  {
    title: 'Cost',
    value: ({ cost }) => formatMoney(cost),
    note: ({ cost, reportedCost, calls }) =>
      reportedCost > 0
        ? `${formatMoney(reportedCost)} reported by clients`
        : calls > 0
          ? `${formatMoney(cost / calls)} per call`
          : ' ',
  },
]

function latencyTile(key: 'p50' | 'p95' | 'p99', meaning: string): Tile {
  return {
    title: `${key} latency`,
    note: () => meaning,
    value: (total) => (total[key] === null ? '–' : formatDuration(total[key])),
    narrow: (total) => (total[key] === null ? '' : `latency:>=${Math.floor(total[key])}ms`),
  }
}
