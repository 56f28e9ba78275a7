import { type FormEvent, useState } from 'react'
import { useCallsBefore, useRetention, useSetRetention } from '../../api/settings.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { formatCount } from '../../format/number.ts'
import { useNow } from '../../timing/useNow.ts'
import styles from './Page.module.css'
import { cutoff, daysOf } from './retention.ts'

/** For how long the project keeps its calls. */
export function RetentionPanel({ projectId }: { readonly projectId: string }) {
  const { data } = useRetention(projectId)
  return (
    <Panel title="Retention" aside={projectId}>
      {data ? (
        <RetentionForm key={String(data.retention_days)} projectId={projectId} days={data.retention_days} />
      ) : (
        <SkeletonLines count={2} />
      )}
    </Panel>
  )
}

interface RetentionFormProps {
  readonly projectId: string
  /** Null keeps calls for ever. */
  readonly days: number | null
}

function RetentionForm({ projectId, days: stored }: RetentionFormProps) {
  const [text, setText] = useState(stored === null ? '' : String(stored))
  const change = useSetRetention(projectId)
  const toast = useToast()
  const now = useNow()
  const days = daysOf(text)
  const { data: older } = useCallsBefore(projectId, typeof days === 'number' ? cutoff(days, now) : undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (days === undefined) return
    change.mutate(days, {
      onSuccess: () => toast.done('Saved'),
      onError: (error) => toast.failed('Nothing was changed', error),
    })
  }
  return (
    <form className={styles.retention} onSubmit={submit}>
      <div className={styles.days}>
        <TextField
          label="Keep calls for, in days"
          inputMode="numeric"
          placeholder="for ever"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={days === undefined || days === stored || change.isPending}>
          Save
        </Button>
      </div>
      <p className={styles.note}>{explained(days, older)}</p>
    </form>
  )
}

function explained(days: number | null | undefined, older: number | undefined): string {
  if (days === undefined)
    return 'Give a whole number from 1 to 36,500, or leave it empty to keep calls for ever.'
  if (days === null) return 'Calls are kept for ever.'
  const now = older === undefined ? '' : ` ${formatCount(older)} calls are older than that now.`
  return `Calls that start from now on are marked to expire then; this version does not remove them yet.${now}`
}
