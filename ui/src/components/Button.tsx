import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'
import { Tooltip } from './Tooltip.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant
  readonly size?: 'small' | 'medium'
  readonly icon?: IconName
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button type="button" {...rest} className={classes(buttonClass(variant, size), className)}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </button>
  )
}

/** For links that look like buttons. */
export const buttonClass = (variant: ButtonVariant, size: 'small' | 'medium' = 'medium'): string =>
  classes(styles.button, styles[variant], size === 'small' && styles.small)

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Accessible name (`aria-label`), also shown as a tooltip. */
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
