import type { AnnotationQueueRecord } from '@heddle/contract/annotation-queues'
import { useState } from 'react'
import { type AnnotationSpec, useAnnotationSpecs } from '../../api/annotations.ts'
import { type NewQuestion, type QuestionKind, type QueueDraft, useSaveQueue } from '../../api/queues.ts'
import { useMembers } from '../../api/users.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { FormDialog } from '../../components/Dialog.tsx'
import { Checkbox, Select, TextAreaField, TextField, TextInput } from '../../components/Field.tsx'
import { useToast } from '../../components/Toast.tsx'
import { parseRef } from '../../navigation/ref.ts'
import styles from './Page.module.css'

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
    newQuestions: queue ? [] : [newQuestion()],
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
      <Questions projectId={projectId} draft={draft} onChange={change} />
      <People projectId={projectId} chosen={draft.assignees} onChange={change} />
    </FormDialog>
  )
}

const newQuestion = (): NewQuestion => ({
  name: '',
  kind: 'yes-no',
  choices: [],
  min: undefined,
  max: undefined,
})

const isComplete = ({ kind, choices, min, max }: NewQuestion): boolean =>
  (kind !== 'choice' || choices.length > 1) && (min === undefined || max === undefined || min < max)

interface QuestionsProps {
  readonly projectId: string
  readonly draft: QueueDraft
  readonly onChange: (fields: Partial<QueueDraft>) => void
}

/** Existing questions to choose from, and new ones. */
function Questions({ projectId, draft, onChange }: QuestionsProps) {
  const { data: specs = [] } = useAnnotationSpecs(projectId)
  const { scorer_refs, newQuestions } = draft
  const toggle = (spec: AnnotationSpec) => {
    const others = scorer_refs.filter((ref) => !isOf(spec, ref))
    onChange({ scorer_refs: others.length < scorer_refs.length ? others : [...others, spec.ref] })
  }
  return (
    <fieldset className={styles.group}>
      <legend>Questions</legend>
      {specs.map((spec) => (
        <Checkbox
          key={spec.objectId}
          label={spec.name}
          withLabel
          checked={scorer_refs.some((ref) => isOf(spec, ref))}
          onChange={() => toggle(spec)}
        />
      ))}
      {newQuestions.map((question, at) => (
        <QuestionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: new questions have no id.
          key={at}
          number={at + 1}
          question={question}
          onChange={(next) =>
            onChange({ newQuestions: newQuestions.map((each, index) => (index === at ? next : each)) })
          }
          onRemove={() => onChange({ newQuestions: newQuestions.filter((_, index) => index !== at) })}
        />
      ))}
      <Button
        size="small"
        variant="ghost"
        icon="plus"
        onClick={() => onChange({ newQuestions: [...newQuestions, newQuestion()] })}
      >
        New question
      </Button>
    </fieldset>
  )
}

/** Whether a ref names any version of a question. */
export const isOf = (spec: AnnotationSpec, ref: string): boolean => parseRef(ref)?.name === spec.objectId

const KINDS: readonly { readonly value: QuestionKind; readonly label: string }[] = [
  { value: 'yes-no', label: 'Yes or no' },
  { value: 'choice', label: 'One of several' },
  { value: 'number', label: 'Number' },
  { value: 'text', label: 'Free text' },
]

interface QuestionFieldsProps {
  readonly number: number
  readonly question: NewQuestion
  readonly onChange: (question: NewQuestion) => void
  readonly onRemove: () => void
}

function QuestionFields({ number, question, onChange, onRemove }: QuestionFieldsProps) {
  const label = `new question ${number}`
  return (
    <div className={styles.newQuestion}>
      <TextInput
        label={`Text of ${label}`}
        placeholder="Is the answer correct?"
        value={question.name}
        onChange={({ currentTarget: { value } }) => onChange({ ...question, name: value })}
      />
      <Select
        label={`Type of ${label}`}
        options={KINDS}
        value={question.kind}
        onChange={(value) =>
          onChange({ ...question, kind: KINDS.find((each) => each.value === value)?.value ?? 'text' })
        }
      />
      <IconButton label={`Remove ${label}`} icon="close" size="small" onClick={onRemove} />
      {question.kind === 'choice' && (
        <TextInput
          label={`Choices of ${label}`}
          className={styles.wholeLine}
          placeholder="Choices, separated by commas: good, partial, wrong"
          onChange={({ currentTarget: { value } }) => onChange({ ...question, choices: listed(value) })}
        />
      )}
      {question.kind === 'number' && (
        <span className={styles.bounds}>
          from
          <TextInput
            label={`Minimum of ${label}`}
            type="number"
            step="any"
            onChange={({ currentTarget: { value } }) => onChange({ ...question, min: numberOf(value) })}
          />
          to
          <TextInput
            label={`Maximum of ${label}`}
            type="number"
            step="any"
            onChange={({ currentTarget: { value } }) => onChange({ ...question, max: numberOf(value) })}
          />
        </span>
      )}
    </div>
  )
}

const listed = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((choice) => choice.trim())
      .filter(Boolean),
  ),
]

const numberOf = (text: string): number | undefined => (text === '' ? undefined : Number(text))

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
