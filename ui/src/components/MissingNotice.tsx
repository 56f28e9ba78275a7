import { Chip } from './Chip.tsx'
import styles from './MissingNotice.module.css'

interface MissingNoticeProps {
  /** What there should be: `call`, `run`. */
  readonly one: string
  readonly ids: readonly string[]
  readonly onRemove: (id: string) => void
}

/** Lists ids from the address that do not exist. */
export function MissingNotice({ one, ids, onRemove }: MissingNoticeProps) {
  if (ids.length === 0) return null
  return (
    <p className={styles.notice} role="status">
      No such {one}:
      {ids.map((id) => (
        <Chip key={id} tone="bad" title={id} remove={{ label: `Remove ${id}`, onRemove: () => onRemove(id) }}>
          {id}
        </Chip>
      ))}
    </p>
  )
}
