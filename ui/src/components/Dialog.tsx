import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly size?: 'medium' | 'wide'
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** Takes the page until it is closed; drawn only while open. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, size = 'medium', footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => shown?.close()
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classes(styles.dialog, size === 'wide' && styles.wide)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // The scrim belongs to the dialog element; its content does not fill it.
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" icon="close" size="small" onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.foot}>{footer}</div>}
    </dialog>
  )
}
