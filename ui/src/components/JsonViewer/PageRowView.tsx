import { classes } from '../classes.ts'
import styles from './JsonViewer.module.css'
import { type RowViewProps, rowStyle } from './row-view.ts'
import { PAGE, type PageRow } from './rows.ts'

interface PageRowViewProps extends RowViewProps {
  readonly row: PageRow
  readonly onShow: (row: PageRow) => void
}

/** Shows the next page of a container's children, or the one before. */
export function PageRowView({ id, index, top, measure, isActive, row, onShow }: PageRowViewProps) {
  return (
    <div
      id={id}
      ref={measure}
      data-index={index}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      className={classes(styles.row, isActive && styles.active)}
      style={rowStyle(top, row.depth)}
    >
      <button type="button" className={styles.more} tabIndex={-1} onClick={() => onShow(row)}>
        {row.type === 'later' ? `Show ${PAGE} more` : `Show the ${PAGE} before`}
      </button>
    </div>
  )
}
