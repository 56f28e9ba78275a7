import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { errorMessage } from '../format/error-message.ts'
import { Button, IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'
import { Icon } from './icons.tsx'
import { useBackdropClick } from './useBackdropClick.ts'

const CONTROL = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly size?: 'medium' | 'wide'
  /** Ignores Escape and clicks outside the dialog. */
  readonly staysOpen?: boolean
  /** Error of the last attempt; a toast would be hidden behind the dialog. */
  readonly error?: Error | null
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/**
 * A modal dialog, rendered only while open. Focuses the first control inside; the browser traps the focus
 * and restores it.
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
    // By default the browser focuses the close button.
    body.current?.querySelector<HTMLElement>(CONTROL)?.focus()
    return () => shown?.close()
  }, [])

  const dismiss = () => {
    if (!staysOpen) onClose()
  }
  const backdrop = useBackdropClick(dismiss)
  const ignoreEscape = (event: KeyboardEvent) => {
    // Browsers allow only one `cancel` event to be prevented; the key event can be prevented every time.
    if (staysOpen && event.key === 'Escape') event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classes(styles.dialog, size === 'wide' && styles.wide)}
      onCancel={(event) => {
        // Leaving the file picker of a field inside is also a `cancel` event, which bubbles.
        if (event.target !== dialog.current) return
        event.preventDefault()
        dismiss()
      }}
      onKeyDown={ignoreEscape}
      {...backdrop}
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
          <Icon name="error" size={14} /> {errorMessage(error)}
        </p>
      )}
      {footer && <div className={styles.foot}>{footer}</div>}
    </dialog>
  )
}

interface ConfirmDialogProps {
  readonly title: string
  /** Button text: `Delete 3 calls`. */
  readonly action: string
  readonly busy?: boolean
  /** Error of the last attempt. */
  readonly error?: Error | null
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks for confirmation of a destructive action. */
export function ConfirmDialog({
  title,
  action,
  busy = false,
  error = null,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="danger" onClick={onConfirm} disabled={busy}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} error={error} footer={footer}>
      {children}
    </Dialog>
  )
}

interface FormDialogProps {
  readonly title: string
  /** Text of the submit button: `Add user`. */
  readonly action: string
  /** Whether the form is valid and can be submitted. */
  readonly isReady: boolean
  readonly size?: 'medium' | 'wide'
  /** Error of the last attempt. */
  readonly error: Error | null
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a form. */
export function FormDialog({ action, isReady, onSubmit, children, ...dialog }: FormDialogProps) {
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onSubmit()
  }
  const footer = (
    <>
      <Button onClick={dialog.onClose}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" disabled={!isReady}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog {...dialog} footer={footer}>
      <form id={formId} className={styles.form} onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}
