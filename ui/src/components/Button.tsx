import { type ButtonHTMLAttributes, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import styles from './Button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icons.tsx'
import { placeBeside } from './Popover.tsx'

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

const SHOW_AFTER_MS = 400

interface TooltipProps {
  readonly text: string
  readonly children: ReactNode
}

/** A tooltip on hover or focus. Never the only place for information. */
function Tooltip({ text, children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(false)
  const timer = useRef<number>(undefined)

  const show = () => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setShown(true), SHOW_AFTER_MS)
  }
  const hide = () => {
    window.clearTimeout(timer.current)
    setShown(false)
  }

  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => {
    if (!shown || !tip.current || !anchor.current) return
    tip.current.showPopover()
    placeBeside(tip.current, anchor.current, { side: 'below', align: 'center' })
  }, [shown])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the control inside.
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={show}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      {shown && (
        <span ref={tip} className={styles.tip} popover="manual" aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}
