import type { CallKind } from '@heddle/contract/messages'
import { KIND_ICONS } from '../call/kind.ts'
import { classes } from '../components/classes.ts'
import { Icon } from '../components/icons.tsx'
import styles from './Trace.module.css'

/** Icon and colour for the kind of a call. */
export function KindIcon({ kind }: { readonly kind: CallKind }) {
  const { icon, label } = KIND_ICONS[kind]
  return (
    <span className={classes(styles.kindIcon, styles[kind])} title={label}>
      <Icon name={icon} size={13} />
    </span>
  )
}
