import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'warn'

interface ChipProps {
  readonly children: ReactNode
  readonly tone?: Tone
  readonly icon?: IconName
  readonly title?: string
  /** Adds a remove button; `label` is its accessible name. */
  readonly remove?: { readonly label: string; readonly onRemove: () => void }
}

export function Chip({ children, tone = 'neutral', icon, title, remove }: ChipProps) {
  return (
    <span className={classes(styles.chip, tone !== 'neutral' && styles[tone])} title={title}>
      {icon && <Icon name={icon} size={12} />}
      <span className={styles.text}>{children}</span>
      {remove && (
        <button type="button" className={styles.remove} aria-label={remove.label} onClick={remove.onRemove}>
          <Icon name="close" size={10} />
        </button>
      )}
    </span>
  )
}

interface MissingNoticeProps {
  /** Singular noun: `call`, `run`. */
  readonly one: string
  readonly ids: readonly string[]
  readonly onRemove: (id: string) => void
}

/** Lists ids from the URL that do not exist. */
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
