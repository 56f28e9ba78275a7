import { classes } from '../../../components/classes.ts'
import { Icon } from '../../../components/icons.tsx'
import type { Chip } from '../../../filter/compile.ts'
import styles from './FilterBar.module.css'

interface FilterChipProps {
  readonly chip: Chip
  readonly onEdit: () => void
  readonly onRemove: () => void
}

export function FilterChip({ chip, onEdit, onRemove }: FilterChipProps) {
  return (
    <span className={classes(styles.chip, chip.problem !== undefined && styles.faulty)} title={chip.problem}>
      <button type="button" className={styles.text} onClick={onEdit} aria-label={`Edit ${chip.text}`}>
        {chip.text}
      </button>
      <button type="button" className={styles.remove} onClick={onRemove} aria-label={`Remove ${chip.text}`}>
        <Icon name="close" size={10} />
      </button>
    </span>
  )
}
