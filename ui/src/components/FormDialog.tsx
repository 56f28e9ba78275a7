import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './FormDialog.module.css'

interface FormDialogProps {
  readonly title: string
  /** What submitting does, as the words on the button: `Add the user`. */
  readonly action: string
  /** Whether it can be submitted as it is filled in. */
  readonly isReady: boolean
  /** Why it did not happen. */
  readonly error: Error | null
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks for what something new needs. */
export function FormDialog({ title, action, isReady, error, onSubmit, onClose, children }: FormDialogProps) {
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onSubmit()
  }
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={formId} variant="primary" disabled={!isReady}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog title={title} onClose={onClose} error={error} footer={footer}>
      <form id={formId} className={styles.form} onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}
