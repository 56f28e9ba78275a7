import { useRef, useState } from 'react'
import {
  type AnnotationSpec,
  answerForm,
  answerLabel,
  answerOptions,
  type FinalState,
} from '../../api/annotations.ts'
import { Drafts } from '../../api/drafts.ts'
import { type Answer, type OwnFeedback, useAnswer, useOwnFeedback } from '../../api/review.ts'
import { useWriteAccess } from '../../api/session.ts'
import { useDraft } from '../../api/useDraft.ts'
import { Button } from '../../components/Button.tsx'
import { Segmented, Select, TextAreaField, TextInput } from '../../components/Field.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { useCommands } from '../../keyboard/commands.ts'
import { isComposing } from '../../keyboard/composing.ts'
import { callRef } from '../../navigation/ref.ts'
import styles from './Page.module.css'
import { answersOf } from './questions.ts'

interface ReviewFormProps {
  readonly projectId: string
  readonly callId: string
  readonly instructions: string
  readonly questions: readonly AnnotationSpec[]
  readonly onBack: () => void
  /** `stored` rejects if an answer was refused. */
  readonly onLeave: (state: FinalState, stored: Promise<unknown>) => void
}

/** All questions of a queue about a call. Number keys answer the first open question that has choices. */
export function ReviewForm(props: ReviewFormProps) {
  const { projectId, callId, questions, onBack, onLeave } = props
  const { values, answer, save } = useAnswers(projectId, callId, questions)
  const { disabled } = useWriteAccess(projectId)
  const isAnswered = questions.some(({ objectId }) => isGiven(values.get(objectId)))
  const form = useRef<HTMLElement>(null)
  const leave = () => {
    const invalid = form.current?.querySelector<HTMLInputElement>('input:invalid')
    // A number that is out of bounds: the browser says so.
    if (invalid) invalid.reportValidity()
    else onLeave(isAnswered ? 'completed' : 'skipped', save())
  }
  const open = questions.find((spec) => answersOf(spec).length > 0 && !isGiven(values.get(spec.objectId)))
  const choices = open && !disabled ? answersOf(open) : []
  const group = 'Review'
  useCommands([
    ...choices.map((value, at) => ({
      id: `choose-${at}`,
      title: `Answer ${answerLabel(value)}`,
      group,
      keys: String(at + 1),
      inPalette: false,
      run: () => open && answer(open, value),
    })),
    { id: 'review-next', title: 'Save and continue', group, keys: 'Enter', inPalette: false, run: leave },
    { id: 'review-back', title: 'Previous call', group, keys: 'k', inPalette: false, run: onBack },
  ])
  return (
    <aside ref={form} className={styles.answer} aria-label="Your review">
      {props.instructions !== '' && <p className={styles.about}>{props.instructions}</p>}
      {questions.map((spec) => (
        <fieldset key={spec.objectId} className={styles.question} disabled={disabled}>
          <legend>{spec.name}</legend>
          {spec.description !== '' && <p className={styles.about}>{spec.description}</p>}
          <QuestionField
            spec={spec}
            value={values.get(spec.objectId)}
            onAnswer={(value) => answer(spec, value)}
            onSubmit={leave}
          />
        </fieldset>
      ))}
      <div className={styles.buttons}>
        <Button onClick={onBack} icon="chevronLeft">
          Back
        </Button>
        <Button variant="primary" onClick={leave}>
          {isAnswered ? 'Save and next' : 'Skip'} <Kbd keys="Enter" />
        </Button>
      </div>
    </aside>
  )
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== ''

const typeOf = ({ objectId }: AnnotationSpec): string => `wandb.annotation.${objectId}`

/** Answers about a call that are not stored yet, by question. */
const DRAFTS = new Drafts<ReadonlyMap<string, unknown>>()

const NONE: ReadonlyMap<string, unknown> = new Map()

/** The user's answers by question: what is saved, until they change it. */
function useAnswers(projectId: string, callId: string, questions: readonly AnnotationSpec[]) {
  const ref = callRef(projectId, callId)
  const { data: own = [] } = useOwnFeedback(projectId, ref)
  const { mutateAsync } = useAnswer(projectId, ref)
  const { draft: drafts = NONE, setDraft, discardStored } = useDraft(DRAFTS, `${projectId} ${callId}`)
  const saved = new Map(questions.map((spec) => [spec.objectId, savedValue(spec, own)]))
  const isChanged = ({ objectId }: AnnotationSpec) =>
    drafts.has(objectId) && drafts.get(objectId) !== saved.get(objectId)
  return {
    values: new Map([...saved, ...drafts]),
    answer: (spec: AnnotationSpec, value: unknown) => setDraft(new Map(drafts).set(spec.objectId, value)),
    /** Resolves once all answers are stored. Until then, they are kept for another attempt. */
    save: async (): Promise<void> => {
      await Promise.all(
        questions.filter(isChanged).map((spec) => mutateAsync(newAnswer(spec, drafts.get(spec.objectId)))),
      )
      discardStored(drafts === NONE ? undefined : drafts)
    },
  }
}

function newAnswer(spec: AnnotationSpec, value: unknown): Answer {
  const feedback_type = typeOf(spec)
  return {
    feedback: isGiven(value) ? { feedback_type, annotation_ref: spec.ref, payload: { value } } : undefined,
    replaces: (each) => each.feedback_type === feedback_type,
  }
}

const savedValue = (spec: AnnotationSpec, own: readonly OwnFeedback[]): unknown =>
  own.find(({ feedback_type }) => feedback_type === typeOf(spec))?.payload.value

interface QuestionFieldProps {
  readonly spec: AnnotationSpec
  readonly value: unknown
  readonly onAnswer: (value: unknown) => void
  /** Enter on the chosen answer or in a number, Ctrl+Enter in a text. */
  readonly onSubmit: () => void
}

const BUTTONS_MAX = 5

function QuestionField({ spec, value, onAnswer, onSubmit }: QuestionFieldProps) {
  const form = answerForm(spec.schema)
  const options = answerOptions(form.kind === 'choice' ? form.choices : answersOf(spec))
  const chosen = isGiven(value) ? JSON.stringify(value) : ''
  const text = isGiven(value) ? String(value) : ''
  if (options.length > 0 && options.length <= BUTTONS_MAX)
    return (
      <Segmented
        label={spec.name}
        options={options}
        value={chosen}
        onChange={(option) => onAnswer(JSON.parse(option))}
        onSubmit={onSubmit}
      />
    )
  if (options.length > 0)
    return (
      <Select
        label={spec.name}
        options={[{ value: '', label: 'Choose…' }, ...options]}
        value={chosen}
        onChange={(option) => onAnswer(option === '' ? '' : JSON.parse(option))}
      />
    )
  if (form.kind === 'number')
    return (
      <NumberField
        label={spec.name}
        step={form.step}
        min={form.min}
        max={form.max}
        saved={text}
        onAnswer={onAnswer}
        onSubmit={onSubmit}
      />
    )
  return (
    <TextAreaField
      label="Answer"
      rows={3}
      maxLength={form.kind === 'text' ? form.maxLength : undefined}
      hint="Ctrl+Enter to save and continue"
      value={text}
      onChange={(event) => onAnswer(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}

interface NumberFieldProps extends Pick<QuestionFieldProps, 'onAnswer' | 'onSubmit'> {
  readonly label: string
  readonly step: 1 | 'any'
  readonly min: number | undefined
  readonly max: number | undefined
  /** Shown until something is typed. */
  readonly saved: string
}

/** Keeps the text as it is typed: on the way to 1.05 is 1.0, whose number is written 1. */
function NumberField({ label, step, min, max, saved, onAnswer, onSubmit }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? saved
  // Browsers count steps from what the field had when it was left: 2.5 would then be a step of 1.
  const isFraction = step === 1 && !Number.isInteger(Number(shown))
  return (
    <TextInput
      ref={(input) => input?.setCustomValidity(isFraction ? 'Enter a whole number.' : '')}
      label={label}
      type="number"
      step={step}
      min={min}
      max={max}
      value={shown}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget
        setTyped(value)
        onAnswer(value === '' ? '' : Number(value))
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') onSubmit()
        if (key === 'Escape') currentTarget.blur()
      }}
    />
  )
}
