import { useIsLate } from '../timing/useIsLate.ts'
import styles from './Skeleton.module.css'

/** Stands where something will be. */
export function Skeleton({ width = '100%', height }: { readonly width?: string; readonly height?: string }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}

const WIDTHS = ['82%', '64%', '90%', '48%', '75%', '58%']

/** A few lines of it, for a whole panel. */
export function SkeletonLines({ count = 6 }: { readonly count?: number }) {
  const isLate = useIsLate()
  return (
    <div className={styles.lines} aria-busy="true">
      {Array.from({ length: isLate ? count : 0 }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <Skeleton key={line} width={WIDTHS[line % WIDTHS.length] ?? '100%'} />
      ))}
    </div>
  )
}
