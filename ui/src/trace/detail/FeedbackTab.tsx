import {
  type NewFeedback,
  useAddFeedback,
  useCallFeedback,
  useRemoveFeedback,
} from '../../api/call-feedback.ts'
import { useReadOnlyReason, useSession } from '../../api/session.ts'
import { useToast } from '../../components/Toast.tsx'
import { callRef } from '../../navigation/ref.ts'
import { AnnotationForm } from './AnnotationForm.tsx'
import styles from './Feedback.module.css'
import { FeedbackHistory } from './FeedbackHistory.tsx'
import { NoteForm } from './NoteForm.tsx'
import { ReactionBar } from './ReactionBar.tsx'
import type { TabProps } from './tab-props.ts'

/** What people and scorers said about the call, and a place to say more. */
export function FeedbackTab({ projectId, call }: TabProps) {
  const ref = callRef(projectId, call.id)
  const { data: rows = [] } = useCallFeedback(projectId, ref)
  const { data: session } = useSession()
  const add = useAddFeedback(projectId, ref)
  const remove = useRemoveFeedback(projectId, ref)
  const toast = useToast()
  const readOnly = useReadOnlyReason(projectId)

  /** Whether the server has taken it. */
  const give = (feedback: NewFeedback): Promise<boolean> =>
    add.mutateAsync(feedback).then(
      () => true,
      (error: unknown) => {
        toast.failed('The feedback was not saved', error)
        return false
      },
    )
  const takeBack = (id: string) =>
    remove.mutate(id, { onError: (error) => toast.failed('The feedback was not removed', error) })
  const userId = session?.user.id ?? ''

  return (
    <div className={styles.feedback}>
      {readOnly === undefined ? (
        <>
          <ReactionBar rows={rows} userId={userId} onAdd={give} onRemove={takeBack} />
          <NoteForm onNote={(note) => give({ feedback_type: 'wandb.note.1', payload: { note } })} />
          <AnnotationForm projectId={projectId} rows={rows} userId={userId} onAdd={give} />
        </>
      ) : (
        <p className={styles.faint}>{readOnly}: feedback can be read, not given.</p>
      )}
      <FeedbackHistory projectId={projectId} rows={rows} userId={userId} onRemove={takeBack} />
    </div>
  )
}
