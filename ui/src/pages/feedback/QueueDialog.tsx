import type { AnnotationQueueRecord } from '@heddle/contract/annotation-queues'
import { useState } from 'react'
import { type QueueDraft, useSaveQueue } from '../../api/queues.ts'
import { useMembers } from '../../api/users.ts'
import { FormDialog } from '../../components/Dialog.tsx'
import { Checkbox, TextAreaField, TextField } from '../../components/Field.tsx'
import { useToast } from '../../components/Toast.tsx'
import styles from './Page.module.css'
import { isComplete, newQuestion, QuestionPicker } from './QuestionPicker.tsx'

interface QueueDialogProps {
  readonly projectId: string
  /** Undefined creates a queue. */
  readonly queue: AnnotationQueueRecord | undefined
  readonly assignees: readonly string[]
  readonly onClose: () => void
}

/** Creates or edits a queue: what reviewers are asked, and who they are. */
export function QueueDialog({ projectId, queue, assignees, onClose }: QueueDialogProps) {
  const [draft, setDraft] = useState<QueueDraft>({
    id: queue?.id,
    name: queue?.name ?? '',
    description: queue?.description ?? '',
    scorer_refs: queue?.scorer_refs ?? [],
    newQuestions: queue ? [] : [newQuestion(1)],
    assignees,
  })
  const change = (fields: Partial<QueueDraft>) => setDraft({ ...draft, ...fields })
  const { mutate, isPending, error } = useSaveQueue(projectId)
  const toast = useToast()
  const newQuestions = draft.newQuestions.filter(({ name }) => name.trim() !== '')
  const save = () =>
    mutate(
      { ...draft, newQuestions },
      {
        onSuccess: () => {
          toast.done(`Saved the queue ${draft.name}`)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={queue ? `Edit ${queue.name}` : 'New queue'}
      size="wide"
      action="Save"
      isReady={draft.name.trim() !== '' && !isPending && newQuestions.every(isComplete)}
      error={error}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        value={draft.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <TextAreaField
        label="Instructions"
        rows={2}
        value={draft.description}
        onChange={({ currentTarget: { value } }) => change({ description: value })}
      />
      <QuestionPicker projectId={projectId} draft={draft} onChange={change} />
      <People projectId={projectId} chosen={draft.assignees} onChange={change} />
    </FormDialog>
  )
}

interface PeopleProps {
  readonly projectId: string
  /** User ids. */
  readonly chosen: readonly string[]
  readonly onChange: (fields: Pick<QueueDraft, 'assignees'>) => void
}

function People({ projectId, chosen, onChange }: PeopleProps) {
  const { data: members = [] } = useMembers(projectId)
  return (
    <fieldset className={styles.group}>
      <legend>Assigned to</legend>
      {members.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          withLabel
          checked={chosen.includes(id)}
          onChange={() =>
            onChange({
              assignees: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id],
            })
          }
        />
      ))}
    </fieldset>
  )
}
