import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import styles from './Page.module.css'
import { expiredText, type HeldRemoval, heldRemovalText } from './retention.ts'

interface HeldRemovalNoticeProps {
  readonly removal: HeldRemoval
  readonly days: number
  /** Why the user may not confirm it. */
  readonly readOnlyReason: string | undefined
  readonly onConfirm: () => void
}

/** Says that expired calls were kept, and lets the user remove them. */
export function HeldRemovalNotice({ removal, days, readOnlyReason, onConfirm }: HeldRemovalNoticeProps) {
  const [isAsking, setIsAsking] = useState(false)
  const what = expiredText(removal)
  const confirm = () => {
    setIsAsking(false)
    onConfirm()
  }
  return (
    <div className={styles.held} role="status">
      <p>{heldRemovalText(removal, days)}</p>
      <Button
        variant="danger"
        title={readOnlyReason}
        disabled={readOnlyReason !== undefined}
        onClick={() => setIsAsking(true)}
      >
        Remove them
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${what}?`}
          action={`Remove ${what}`}
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        >
          They are removed within the hour. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  )
}
