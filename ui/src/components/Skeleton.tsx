import { classes } from './classes.ts'
import styles from './Skeleton.module.css'

interface SkeletonProps {
  readonly width?: string
  readonly height?: string
  /** Skips the delay. */
  readonly atOnce?: boolean
}

/** Placeholder, shown after a short delay. */
export function Skeleton({ width = '100%', height, atOnce = false }: SkeletonProps) {
  return (
    <span
      className={classes(styles.skeleton, !atOnce && styles.late)}
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}

const WIDTHS = ['82%', '64%', '90%', '48%', '75%', '58%']

/** Placeholder lines for a whole panel. */
export const SkeletonLines = ({ count = 6 }: { readonly count?: number }) => (
  <div className={styles.lines} aria-busy="true">
    {Array.from({ length: count }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical lines that never move.
      <Skeleton key={line} width={WIDTHS[line % WIDTHS.length] ?? '100%'} />
    ))}
  </div>
)
