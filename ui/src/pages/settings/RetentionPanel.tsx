import { type FormEvent, useState } from 'react'
import { useReadOnlyReason } from '../../api/session.ts'
import { useExpiredBefore, useRetention, useSetRetention } from '../../api/settings.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { pluralize } from '../../format/number.ts'
import { useNow } from '../../timing.ts'
import styles from './Page.module.css'
import { cutoff, daysOf, type Expired, expiredText, type HeldRemoval, heldRemovalText } from './retention.ts'

/** How long the project keeps its calls and agent spans. */
export function RetentionPanel({ projectId }: { readonly projectId: string }) {
  const query = useRetention(projectId)
  const { data } = query
  return (
    <Panel title="Retention" aside={projectId}>
      <Loaded what="retention" queries={[query]}>
        {data ? (
          <>
            {data.held_removal && data.retention_days !== null && (
              <HeldRemovalNotice
                projectId={projectId}
                removal={data.held_removal}
                days={data.retention_days}
              />
            )}
            <RetentionForm
              key={String(data.retention_days)}
              projectId={projectId}
              days={data.retention_days}
            />
          </>
        ) : (
          <SkeletonLines count={2} />
        )}
      </Loaded>
    </Panel>
  )
}

interface HeldRemovalNoticeProps {
  readonly projectId: string
  readonly removal: HeldRemoval
  readonly days: number
}

/** Explains why expired calls were kept. Saving the same retention again confirms their removal. */
function HeldRemovalNotice({ projectId, removal, days }: HeldRemovalNoticeProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { save } = useSaveRetention(projectId)
  const readOnlyReason = useReadOnlyReason(projectId)
  const what = expiredText(removal)
  const confirm = () => {
    setIsConfirming(false)
    save(days, 'They will be removed within the hour')
  }
  return (
    <div className={styles.held} role="status">
      <p>{heldRemovalText(removal, days)}</p>
      <Button
        variant="danger"
        title={readOnlyReason}
        disabled={readOnlyReason !== undefined}
        onClick={() => setIsConfirming(true)}
      >
        Remove now
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={`Remove ${what}?`}
          action={`Remove ${what}`}
          onConfirm={confirm}
          onClose={() => setIsConfirming(false)}
        >
          They will be removed within the hour. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  )
}

interface RetentionFormProps {
  readonly projectId: string
  /** Null keeps calls forever. */
  readonly days: number | null
}

function RetentionForm({ projectId, days: stored }: RetentionFormProps) {
  const [text, setText] = useState(stored === null ? '' : String(stored))
  const [isConfirming, setIsConfirming] = useState(false)
  const { save, isPending } = useSaveRetention(projectId)
  const readOnlyReason = useReadOnlyReason(projectId)
  const now = useNow()
  const days = daysOf(text)
  const { data: older } = useExpiredBefore(
    projectId,
    typeof days === 'number' ? cutoff(days, now) : undefined,
  )
  // Saving is disabled until it is known how much it would remove.
  const isKnown = days === null || (days !== undefined && older !== undefined)

  const confirm = () => {
    setIsConfirming(false)
    if (days !== undefined) save(days, 'Saved')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (older && older.calls + older.agent_spans > 0) setIsConfirming(true)
    else confirm()
  }
  const what = expiredText(older ?? { calls: 0, agent_spans: 0 })
  return (
    <form className={styles.retention} onSubmit={submit}>
      <div className={styles.days}>
        <TextField
          label="Retention in days"
          inputMode="numeric"
          placeholder="Forever"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          type="submit"
          title={readOnlyReason}
          disabled={readOnlyReason !== undefined || !isKnown || days === stored || isPending}
        >
          Save
        </Button>
      </div>
      <p className={styles.note}>{explained(days, older)}</p>
      {isConfirming && (
        <ConfirmDialog
          title={`Remove ${what}?`}
          action={`Remove ${what}`}
          onConfirm={confirm}
          onClose={() => setIsConfirming(false)}
        >
          They started more than {pluralize(days ?? 0, 'day')} ago and will be removed within the hour. Newer
          calls follow when they reach that age. This cannot be undone.
        </ConfirmDialog>
      )}
    </form>
  )
}

function useSaveRetention(projectId: string) {
  const change = useSetRetention(projectId)
  const toast = useToast()
  const save = (days: number | null, message: string) => {
    // A promise, because the form remounts with the stored value and callbacks of `mutate` are then dropped.
    change.mutateAsync(days).then(
      () => toast.done(message),
      (error: unknown) => toast.failed('Could not save', error),
    )
  }
  return { save, isPending: change.isPending }
}

function explained(days: number | null | undefined, older: Expired | undefined): string {
  if (days === undefined)
    return 'Enter a whole number from 1 to 36,500, or leave empty to keep calls forever.'
  if (days === null) return 'Calls and agent spans are kept forever.'
  const now = older === undefined ? '' : ` ${expiredText(older)} would be removed now.`
  return `Older calls and agent spans are removed every hour.${now}`
}
