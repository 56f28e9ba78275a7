import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What will happen, as the words on the button: `Delete 3 calls`. */
  readonly action: string
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  action,
  busy = false,
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
    <Dialog title={title} onClose={onClose} footer={footer}>
      {children}
    </Dialog>
  )
}
