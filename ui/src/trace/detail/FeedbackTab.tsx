import { type FormEvent, useState } from 'react'
import { Drafts } from '../../api/drafts.ts'
import {
  type CallFeedback,
  type NewFeedback,
  useAddFeedback,
  useCallFeedback,
  useRemoveFeedback,
} from '../../api/feedback.ts'
import { useReadOnlyReason, useSession } from '../../api/session.ts'
import { useDraft } from '../../api/useDraft.ts'
import { useUserNames } from '../../api/users.ts'
import { scoreText } from '../../call/feedback.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { classes } from '../../components/classes.ts'
import { TextAreaField } from '../../components/Field.tsx'
import { TimeAgo } from '../../components/Figures.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { isComposing } from '../../keyboard/composing.ts'
import { callRef } from '../../navigation/ref.ts'
import { AnnotationForm } from './AnnotationForm.tsx'
import styles from './Feedback.module.css'
import { ReactionBar } from './ReactionBar.tsx'
import type { TabProps } from './tab-props.ts'

const NO_ROWS: readonly CallFeedback[] = []

/** Feedback on the call from people and scorers, with forms to add more. */
export function FeedbackTab({ projectId, call }: TabProps) {
  const ref = callRef(projectId, call.id)
  const query = useCallFeedback(projectId, ref)
  const { data: rows = NO_ROWS } = query
  const { data: session } = useSession()
  const add = useAddFeedback(projectId, ref)
  const remove = useRemoveFeedback(projectId, ref)
  const toast = useToast()
  const readOnly = useReadOnlyReason(projectId)

  /** Resolves to whether the server accepted it. */
  const save = (feedback: NewFeedback): Promise<boolean> =>
    add.mutateAsync(feedback).then(
      () => true,
      (error: unknown) => {
        toast.failed('Could not save feedback', error)
        return false
      },
    )
  const removeById = (id: string) =>
    remove.mutate(id, { onError: (error) => toast.failed('Could not remove feedback', error) })
  const userId = session?.user.id ?? ''

  return (
    <div className={styles.feedback}>
      <Loaded what="feedback" queries={[query]}>
        {readOnly === undefined ? (
          <>
            <ReactionBar rows={rows} userId={userId} onAdd={save} onRemove={removeById} />
            <NoteForm
              subject={ref}
              onNote={(note) => save({ feedback_type: 'wandb.note.1', payload: { note } })}
            />
            <AnnotationForm projectId={projectId} callRef={ref} />
          </>
        ) : (
          <p className={styles.faint}>{readOnly}: you can read feedback but not add any.</p>
        )}
        <FeedbackHistory projectId={projectId} rows={query.data} userId={userId} onRemove={removeById} />
      </Loaded>
    </div>
  )
}

const NOTE_CHARACTERS_MAX = 1024

/** Notes that are not stored yet. */
const NOTES = new Drafts<string>()

interface NoteFormProps {
  /** What the note is about. */
  readonly subject: string
  /** Resolves to whether the note was saved. */
  readonly onNote: (note: string) => Promise<boolean>
}

/** Form for a note. Keeps the text until it is saved. */
function NoteForm({ subject, onNote }: NoteFormProps) {
  const { draft: note = '', setDraft, discardStored } = useDraft(NOTES, subject)
  const [isSaving, setIsSaving] = useState(false)
  const canSave = !isSaving && note.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSave) return
    setIsSaving(true)
    const isSaved = await onNote(note.trim())
    setIsSaving(false)
    // Text typed since then belongs to the next note.
    if (isSaved) discardStored(note)
  }
  return (
    <form className={styles.note} onSubmit={submit}>
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={NOTE_CHARACTERS_MAX}
        placeholder="Add a note about this call"
        data-note=""
        value={note}
        onChange={(event) => setDraft(event.currentTarget.value || undefined)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <Button type="submit" size="small" disabled={!canSave}>
        Add note
      </Button>
    </form>
  )
}

interface FeedbackHistoryProps {
  readonly projectId: string
  /** Undefined while loading. */
  readonly rows: readonly CallFeedback[] | undefined
  readonly userId: string
  readonly onRemove: (id: string) => void
}

/** All feedback, newest first. Users can remove their own. */
function FeedbackHistory({ projectId, rows, userId, onRemove }: FeedbackHistoryProps) {
  const nameOf = useUserNames(projectId)
  return (
    <section aria-label="History">
      <h3 className={styles.heading}>History</h3>
      {!rows && <SkeletonLines count={2} />}
      {rows?.length === 0 && <p className={styles.faint}>No feedback yet</p>}
      <ol className={styles.history}>
        {rows?.map((row) => (
          <li key={row.id} className={styles.entry}>
            <FeedbackValue row={row} />
            <span className={styles.by}>
              {row.creator ?? nameOf(row.userId)} · <TimeAgo at={row.createdAt} />
            </span>
            {row.userId === userId && row.isSaved && (
              <IconButton label="Remove" icon="trash" size="small" onClick={() => onRemove(row.id)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function FeedbackValue({ row: { type, payload } }: { readonly row: CallFeedback }) {
  if (type === 'wandb.reaction.1') return <span className={styles.content}>{String(payload.emoji)}</span>
  if (type === 'wandb.note.1')
    return <span className={classes(styles.content, styles.lines)}>{String(payload.note)}</span>
  const [, sort, name] = /^wandb\.(annotation|runnable)\.(.+)$/.exec(type) ?? []
  const value = sort === 'annotation' ? payload.value : sort === 'runnable' ? payload.output : payload
  return (
    <span className={styles.content}>
      <Chip icon={sort === 'runnable' ? 'flask' : 'tag'}>{name ?? type}</Chip> {scoreText(value)}
    </span>
  )
}
