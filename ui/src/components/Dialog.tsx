import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { reasonOf } from '../format/reason.ts'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'
import { Icon } from './icons.tsx'

const CONTROL = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly size?: 'medium' | 'wide'
  /** Keeps it open but for its own buttons: Escape and a click beside it do nothing. */
  readonly staysOpen?: boolean
  /** Why what it was to do did not happen. A toast would lie behind it. */
  readonly error?: Error | null
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/**
 * Takes the page until it is closed; drawn only while open. The first control inside has the focus; the
 * browser keeps the focus inside and gives it back.
 */
export function Dialog({
  title,
  onClose,
  size = 'medium',
  staysOpen = false,
  error,
  footer,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const titleId = useId()

  useEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    // By itself the browser chooses the button that closes the dialog.
    body.current?.querySelector<HTMLElement>(CONTROL)?.focus()
    return () => shown?.close()
  }, [])

  const dismiss = () => {
    if (!staysOpen) onClose()
  }
  const ignoreEscape = (event: KeyboardEvent) => {
    // Browsers let a page refuse to be cancelled once; the key itself can be refused each time.
    if (staysOpen && event.key === 'Escape') event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classes(styles.dialog, size === 'wide' && styles.wide)}
      onCancel={(event) => {
        event.preventDefault()
        dismiss()
      }}
      onKeyDown={ignoreEscape}
      onClick={(event) => {
        // The scrim belongs to the dialog element; its content does not fill it.
        if (event.target === dialog.current) dismiss()
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" icon="close" size="small" onClick={onClose} />
      </div>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          <Icon name="error" size={14} /> {reasonOf(error)}
        </p>
      )}
      {footer && <div className={styles.foot}>{footer}</div>}
    </dialog>
  )
}
