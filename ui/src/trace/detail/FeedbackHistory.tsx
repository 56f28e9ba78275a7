import type { CallFeedback } from '../../api/call-feedback.ts'
import { useUserNames } from '../../api/users.ts'
import { IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { classes } from '../../components/classes.ts'
import { TimeAgo } from '../../components/Figures.tsx'
import { formatPreview } from '../../format/preview.ts'
import styles from './Feedback.module.css'

interface FeedbackHistoryProps {
  readonly projectId: string
  readonly rows: readonly CallFeedback[]
  readonly userId: string
  readonly onRemove: (id: string) => void
}

/** All that was said, the newest first. One's own can be taken back. */
export function FeedbackHistory({ projectId, rows, userId, onRemove }: FeedbackHistoryProps) {
  const nameOf = useUserNames(projectId)
  return (
    <section aria-label="History">
      <h3 className={styles.heading}>History</h3>
      {rows.length === 0 && <p className={styles.faint}>Nobody has said anything about this call yet.</p>}
      <ol className={styles.history}>
        {rows.map((row) => (
          <li key={row.id} className={styles.entry}>
            <Said row={row} />
            <span className={styles.by}>
              {row.creator ?? nameOf(row.userId)} · <TimeAgo at={row.createdAt} />
            </span>
            {row.userId === userId && row.isSaved && (
              <IconButton label="Remove" icon="trash" size="small" onClick={() => onRemove(row.id)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Said({ row: { type, payload } }: { readonly row: CallFeedback }) {
  if (type === 'wandb.reaction.1') return <span className={styles.said}>{String(payload.emoji)}</span>
  if (type === 'wandb.note.1')
    return <span className={classes(styles.said, styles.lines)}>{String(payload.note)}</span>
  const [, sort, name] = /^wandb\.(annotation|runnable)\.(.+)$/.exec(type) ?? []
  const value = sort === 'annotation' ? payload.value : sort === 'runnable' ? payload.output : payload
  return (
    <span className={styles.said}>
      <Chip icon={sort === 'runnable' ? 'flask' : 'tag'}>{name ?? type}</Chip> {formatPreview(value)}
    </span>
  )
}
