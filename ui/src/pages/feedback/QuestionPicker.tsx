import { type AnnotationSpec, useAnnotationSpecs } from '../../api/annotations.ts'
import type { NewQuestion, QuestionKind, QueueDraft } from '../../api/queues.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Checkbox, Select, TextInput } from '../../components/Field.tsx'
import styles from './Page.module.css'
import { isOf } from './questions.ts'

interface QuestionPickerProps {
  readonly projectId: string
  readonly draft: QueueDraft
  readonly onChange: (fields: Partial<QueueDraft>) => void
}

/** Existing questions to choose from, and new ones. */
export function QuestionPicker({ projectId, draft, onChange }: QuestionPickerProps) {
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
          key={question.key}
          number={at + 1}
          question={question}
          onChange={(next) =>
            onChange({ newQuestions: newQuestions.map((each) => (each === question ? next : each)) })
          }
          onRemove={() => onChange({ newQuestions: newQuestions.filter((each) => each !== question) })}
        />
      ))}
      <Button
        size="small"
        variant="ghost"
        icon="plus"
        onClick={() => onChange({ newQuestions: [...newQuestions, newQuestion(freeKey(newQuestions))] })}
      >
        New question
      </Button>
    </fieldset>
  )
}

export const newQuestion = (key: number): NewQuestion => ({
  key,
  name: '',
  kind: 'yes-no',
  choices: [],
  min: undefined,
  max: undefined,
})

const freeKey = (questions: readonly NewQuestion[]): number =>
  Math.max(0, ...questions.map(({ key }) => key)) + 1

/** Whether a new question can be asked. */
export function isComplete({ kind, choices, min, max }: NewQuestion): boolean {
  if (kind === 'choice') return choices.length > 1
  return kind !== 'number' || min === undefined || max === undefined || min < max
}

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
  /** Drops the choices and bounds of the type before, whose fields are no longer shown. */
  const changeKind = (kind: QuestionKind) =>
    onChange({ ...newQuestion(question.key), name: question.name, kind })
  return (
    <div className={styles.newQuestion}>
      <TextInput
        label={`Text of ${label}`}
        placeholder="Is the answer correct?"
        value={question.name}
        onChange={({ currentTarget: { value } }) => onChange({ ...question, name: value })}
      />
      <Select label={`Type of ${label}`} options={KINDS} value={question.kind} onChange={changeKind} />
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
