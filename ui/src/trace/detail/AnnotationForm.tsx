import { type InputHTMLAttributes, useState } from 'react'
import { type AnnotationSpec, answerForm, answerOptions, useAnnotationSpecs } from '../../api/annotations.ts'
import { Drafts } from '../../api/drafts.ts'
import { type OwnFeedback, useAnswer, useOwnFeedback } from '../../api/review.ts'
import { useDraft } from '../../api/useDraft.ts'
import { Segmented, Select, TextInput } from '../../components/Field.tsx'
import { useToast } from '../../components/Toast.tsx'
import { isComposing } from '../../keyboard/composing.ts'
import styles from './Feedback.module.css'

interface AnnotationFormProps {
  readonly projectId: string
  readonly callRef: string
}

/** The project's annotation questions. */
export function AnnotationForm({ projectId, callRef }: AnnotationFormProps) {
  const { data: specs = [] } = useAnnotationSpecs(projectId)
  return specs.length === 0 ? null : <Questions projectId={projectId} callRef={callRef} specs={specs} />
}

interface QuestionsProps extends AnnotationFormProps {
  readonly specs: readonly AnnotationSpec[]
}

/** The user's answers. Another answer replaces the one before: both would count. */
function Questions({ projectId, callRef, specs }: QuestionsProps) {
  const { data: own = [] } = useOwnFeedback(projectId, callRef)
  const answer = useAnswer(projectId, callRef)
  const toast = useToast()
  return (
    <section aria-label="Annotations">
      <h3 className={styles.heading}>Annotations</h3>
      <div className={styles.questions}>
        {specs.map((spec) => {
          const feedback_type = `wandb.annotation.${spec.objectId}`
          const isAnswer = (each: OwnFeedback) => each.feedback_type === feedback_type
          const given = own.find(isAnswer)?.payload.value
          const save = async (value: unknown) => {
            if (JSON.stringify(value) === JSON.stringify(given)) return true
            const feedback = { feedback_type, annotation_ref: spec.ref, payload: { value } }
            try {
              await answer.mutateAsync({ feedback, replaces: isAnswer })
              return true
            } catch (error) {
              toast.failed('Could not save feedback', error)
              return false
            }
          }
          return (
            <Question
              key={spec.ref}
              subject={`${callRef} ${spec.objectId}`}
              spec={spec}
              given={given}
              onAnswer={save}
            />
          )
        })}
      </div>
    </section>
  )
}

interface QuestionProps {
  /** The call and the question. */
  readonly subject: string
  readonly spec: AnnotationSpec
  readonly given: unknown
  /** Resolves to whether the answer was saved. */
  readonly onAnswer: (value: unknown) => Promise<boolean>
}

function Question({ subject, spec, given, onAnswer }: QuestionProps) {
  return (
    <div className={styles.question}>
      <span className={styles.questionName}>
        {spec.name}
        {spec.description !== '' && <span className={styles.questionAbout}>{spec.description}</span>}
      </span>
      <Answer subject={subject} spec={spec} given={given} onAnswer={onAnswer} />
    </div>
  )
}

function Answer({ subject, spec, given, onAnswer }: QuestionProps) {
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
          subject={subject}
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
          subject={subject}
          given={text}
          field={{ maxLength: form.maxLength }}
          onAnswer={onAnswer}
        />
      )
  }
}

/** Written answers that are not stored yet. */
const ANSWERS = new Drafts<string>()

interface WrittenAnswerProps extends Pick<QuestionProps, 'subject'> {
  readonly label: string
  readonly given: string
  readonly field: InputHTMLAttributes<HTMLInputElement>
  readonly onAnswer: (typed: string) => Promise<boolean>
}

/** Saved when the field is left, or with Enter; kept until then. Says what is wrong with an answer that cannot be saved. */
function WrittenAnswer({ subject, label, given, field, onAnswer }: WrittenAnswerProps) {
  const { draft, setDraft, discardStored } = useDraft(ANSWERS, subject)
  const [problem, setProblem] = useState('')
  const leave = async ({ value, validationMessage }: HTMLInputElement) => {
    setProblem(validationMessage)
    if (validationMessage !== '') return
    const isDone = value === given || value === '' || (await onAnswer(value))
    if (isDone) discardStored(draft)
  }
  return (
    <span className={styles.written}>
      <TextInput
        {...field}
        label={label}
        value={draft ?? given}
        aria-invalid={problem !== ''}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) event.currentTarget.blur()
        }}
        onBlur={({ currentTarget }) => void leave(currentTarget)}
      />
      {problem !== '' && (
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  )
}
