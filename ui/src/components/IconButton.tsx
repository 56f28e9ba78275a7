import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'
import { Tooltip } from './Tooltip.tsx'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Said to those who do not see the icon, and shown on hover. */
  readonly label: string
  readonly icon: IconName
  readonly size?: 'small' | 'medium'
  readonly pressed?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon, size = 'medium', pressed, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        {...rest}
        className={classes(
          styles.button,
          styles.ghost,
          styles.icon,
          size === 'small' && styles.small,
          pressed && styles.pressed,
          className,
        )}
      >
        <Icon name={icon} size={size === 'small' ? 14 : 16} />
      </button>
    </Tooltip>
  )
}
