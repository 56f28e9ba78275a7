import { useIsLate } from '../../timing/useIsLate.ts'
import { Skeleton } from '../Skeleton.tsx'
import styles from './DataTable.module.css'

const ROWS = 24
const WIDTHS = ['70%', '55%', '80%', '40%', '62%']

/** The shape of rows that are on their way. */
export function SkeletonRows({ columns }: { readonly columns: number }) {
  // To draw them costs as much as to draw the rows: what arrives soon is not held up by them.
  if (!useIsLate()) return null
  return (
    <div aria-hidden="true" className={styles.waiting}>
      {Array.from({ length: ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className={styles.row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <div key={column} className={styles.cell}>
              <Skeleton atOnce width={WIDTHS[(row * 3 + column) % WIDTHS.length] ?? '60%'} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
