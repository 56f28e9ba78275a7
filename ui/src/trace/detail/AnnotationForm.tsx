import { type AnnotationSpec, answerForm, useAnnotationSpecs } from '../../api/annotations.ts'
import type { CallFeedback, NewFeedback } from '../../api/feedback.ts'
import { Segmented, Select, TextInput } from '../../components/Field.tsx'
import styles from './Feedback.module.css'

interface AnnotationFormProps {
  readonly projectId: string
  readonly rows: readonly CallFeedback[]
  readonly userId: string
  readonly onAdd: (feedback: NewFeedback) => void
}

/** The project's annotation questions. The newest answer to each counts. */
export function AnnotationForm({ projectId, rows, userId, onAdd }: AnnotationFormProps) {
  const { data: specs = [] } = useAnnotationSpecs(projectId)
  if (specs.length === 0) return null
  return (
    <section aria-label="Annotations">
      <h3 className={styles.heading}>Annotations</h3>
      <div className={styles.questions}>
        {specs.map((spec) => {
          const feedback_type = `wandb.annotation.${spec.objectId}`
          const given = rows.find((row) => row.type === feedback_type && row.userId === userId)?.payload.value
          const answer = (value: unknown) =>
            onAdd({ feedback_type, annotation_ref: spec.ref, payload: { value } })
          return <Question key={`${spec.ref} ${String(given)}`} spec={spec} given={given} onAnswer={answer} />
        })}
      </div>
    </section>
  )
}

interface QuestionProps {
  readonly spec: AnnotationSpec
  readonly given: unknown
  readonly onAnswer: (value: unknown) => void
}

function Question({ spec, given, onAnswer }: QuestionProps) {
  return (
    <div className={styles.question}>
      <span className={styles.questionName}>
        {spec.name}
        {spec.description !== '' && <span className={styles.questionAbout}>{spec.description}</span>}
      </span>
      <Answer spec={spec} given={given} onAnswer={onAnswer} />
    </div>
  )
}

function Answer({ spec, given, onAnswer }: QuestionProps) {
  const form = answerForm(spec.schema)
  const text = given === undefined || given === null ? '' : String(given)
  switch (form.kind) {
    case 'yes-no':
      return (
        <Segmented
          label={spec.name}
          options={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={text}
          onChange={(value) => onAnswer(value === 'true')}
        />
      )
    case 'choice':
      return (
        <Select
          label={spec.name}
          value={text}
          onChange={onAnswer}
          options={[
            { value: '', label: 'Choose…' },
            ...form.choices.map((each) => ({ value: each, label: each })),
          ]}
        />
      )
    case 'number':
      return (
        <TextInput
          label={spec.name}
          type="number"
          min={form.min}
          max={form.max}
          defaultValue={text}
          onBlur={({ currentTarget }) => {
            const { value, validity } = currentTarget
            if (value !== text && value !== '' && validity.valid) onAnswer(Number(value))
          }}
        />
      )
    case 'text':
      return (
        <TextInput
          label={spec.name}
          defaultValue={text}
          onBlur={({ currentTarget: { value } }) => {
            if (value !== text && value !== '') onAnswer(value)
          }}
        />
      )
  }
}
