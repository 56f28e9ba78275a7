import { type InputHTMLAttributes, useState } from 'react'
import { type AnnotationSpec, answerForm, answerOptions, useAnnotationSpecs } from '../../api/annotations.ts'
import type { CallFeedback, NewFeedback } from '../../api/feedback.ts'
import { Segmented, Select, TextInput } from '../../components/Field.tsx'
import { isComposing } from '../../keyboard/composing.ts'
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
  const isGiven = given !== undefined && given !== null
  const chosen = isGiven ? JSON.stringify(given) : ''
  const text = isGiven ? String(given) : ''
  switch (form.kind) {
    case 'yes-no':
      return (
        <Segmented
          label={spec.name}
          options={answerOptions([true, false])}
          value={chosen}
          onChange={(option) => onAnswer(JSON.parse(option))}
        />
      )
    case 'choice':
      return (
        <Select
          label={spec.name}
          value={chosen}
          onChange={(option) => option !== '' && onAnswer(JSON.parse(option))}
          options={[{ value: '', label: 'Choose…' }, ...answerOptions(form.choices)]}
        />
      )
    case 'number': {
      const { step, min, max } = form
      const field = { type: 'number', step, min, max }
      return (
        <WrittenAnswer
          label={spec.name}
          given={text}
          field={field}
          onAnswer={(typed) => onAnswer(Number(typed))}
        />
      )
    }
    case 'text':
      return (
        <WrittenAnswer
          label={spec.name}
          given={text}
          field={{ maxLength: form.maxLength }}
          onAnswer={onAnswer}
        />
      )
  }
}

interface WrittenAnswerProps {
  readonly label: string
  readonly given: string
  readonly field: InputHTMLAttributes<HTMLInputElement>
  readonly onAnswer: (typed: string) => void
}

/** Saved when the field is left, or with Enter. Says what is wrong with an answer that cannot be saved. */
function WrittenAnswer({ label, given, field, onAnswer }: WrittenAnswerProps) {
  const [problem, setProblem] = useState('')
  return (
    <span className={styles.written}>
      <TextInput
        {...field}
        label={label}
        defaultValue={given}
        aria-invalid={problem !== ''}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) event.currentTarget.blur()
        }}
        onBlur={({ currentTarget: { value, validationMessage } }) => {
          setProblem(validationMessage)
          if (validationMessage === '' && value !== given && value !== '') onAnswer(value)
        }}
      />
      {problem !== '' && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  )
}
