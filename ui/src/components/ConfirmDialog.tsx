import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What will happen, as the words on the button: `Delete 3 calls`. */
  readonly action: string
  readonly busy?: boolean
  /** Why it did not happen. */
  readonly error?: Error | null
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks before something that cannot be taken back. */
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
