import { type KeyboardEvent, type Ref, useRef } from 'react'
import type { FinalState } from '../../api/annotations.ts'
import { Drafts } from '../../api/drafts.ts'
import { useAnswer, useOwnFeedback } from '../../api/review.ts'
import { useWriteAccess, type WriteAccess } from '../../api/session.ts'
import { useDraft } from '../../api/useDraft.ts'
import { Button } from '../../components/Button.tsx'
import { TextAreaField } from '../../components/Field.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { useCommands } from '../../keyboard/commands.ts'
import { isComposing } from '../../keyboard/composing.ts'
import { callRef } from '../../navigation/ref.ts'
import styles from './Page.module.css'
import { isAnswerTo, isNote, noteOf, type Question, savedChoice, savedNote } from './questions.ts'

interface ReviewCallProps {
  readonly projectId: string
  readonly callId: string
  readonly question: Question
  readonly onBack: () => void
  /** `stored` rejects if the answer or the note was refused. */
  readonly onLeave: (state: FinalState, stored: Promise<unknown>) => void
}

/** A question about a call. Number keys choose an answer, Enter saves it and continues. */
export function ReviewCall({ projectId, callId, question, onBack, onLeave }: ReviewCallProps) {
  const draft = useAnswerDraft(projectId, callId, question)
  const { chosen, choose, note, setNote } = draft
  const writeAccess = useWriteAccess(projectId)
  const choices = useRef<HTMLUListElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const save = () => onLeave(draft.isGiven ? 'completed' : 'skipped', draft.save())
  const chooseByKey = (index: number) => {
    if (writeAccess.disabled) return
    choose(index)
    // Otherwise the focus stays on another choice, and Enter would pick that one.
    choices.current?.querySelectorAll('button')[index]?.focus()
  }
  useReviewKeys(question, {
    choose: chooseByKey,
    save,
    back: onBack,
    note: () => noteField.current?.focus(),
  })

  return (
    <aside className={styles.answer} aria-label="Your review">
      <h2>{question.title}</h2>
      {question.about !== '' && <p className={styles.about}>{question.about}</p>}
      <Choices
        ref={choices}
        question={question}
        chosen={chosen}
        onChoose={choose}
        onSave={save}
        writeAccess={writeAccess}
      />
      <TextAreaField
        ref={noteField}
        label="Note"
        rows={3}
        maxLength={1024}
        hint="Ctrl+Enter to save and continue"
        {...writeAccess}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <div className={styles.buttons}>
        <Button onClick={onBack} icon="chevronLeft">
          Back
        </Button>
        <Button variant="primary" onClick={save}>
          {draft.isGiven ? 'Save and next' : 'Skip'} <Kbd keys="Enter" />
        </Button>
      </div>
    </aside>
  )
}

/** Answers to a question about a call that are not stored yet: the index of a choice. */
const CHOICES = new Drafts<number | 'none'>()
/** Notes on a call that are not stored yet. */
const NOTES = new Drafts<string>()

/** The user's answer and note: what is saved, until they change it. */
function useAnswerDraft(projectId: string, callId: string, question: Question) {
  const ref = callRef(projectId, callId)
  const { data: own = [] } = useOwnFeedback(projectId, ref)
  const { mutateAsync } = useAnswer(projectId, ref)
  const about = `${projectId} ${callId}`
  const { draft: choice, setDraft: setChoice, ...choices } = useDraft(CHOICES, `${about} ${question.id}`)
  const { draft: noteText, setDraft: setNote, ...notes } = useDraft(NOTES, about)
  const saved = { chosen: savedChoice(question, own), note: savedNote(own) }
  const chosen = choice === 'none' ? undefined : (choice ?? saved.chosen)
  const note = noteText ?? saved.note

  const feedback = chosen === undefined ? undefined : question.choices[chosen]?.feedback
  const written = note.trim()
  const newNote = written === '' ? undefined : noteOf(written)
  const saveChoice = async () => {
    if (chosen !== saved.chosen) await mutateAsync({ feedback, replaces: isAnswerTo(question) })
    choices.discardStored(choice)
  }
  const saveNote = async () => {
    if (written !== saved.note) await mutateAsync({ feedback: newNote, replaces: isNote })
    notes.discardStored(noteText)
  }
  /** Resolves once answer and note are stored. Until then, they are kept for another attempt. */
  const save = (): Promise<unknown> => Promise.all([saveChoice(), saveNote()])
  /** Undefined clears the choice. */
  const choose = (index: number | undefined) => setChoice(index ?? 'none')
  return { chosen, choose, note, setNote, isGiven: (feedback ?? newNote) !== undefined, save }
}

interface ReviewActions {
  readonly choose: (index: number) => void
  readonly save: () => void
  readonly back: () => void
  readonly note: () => void
}

function useReviewKeys(question: Question, { choose, save, back, note }: ReviewActions): void {
  const group = 'Review'
  useCommands([
    ...question.choices.map(({ label }, index) => ({
      id: `choose-${index}`,
      title: `Answer ${label}`,
      group,
      keys: String(index + 1),
      inPalette: false,
      run: () => choose(index),
    })),
    { id: 'review-next', title: 'Save and continue', group, keys: 'Enter', inPalette: false, run: save },
    { id: 'review-back', title: 'Previous call', group, keys: 'k', inPalette: false, run: back },
    { id: 'review-note', title: 'Add a note', group, keys: 'n', inPalette: false, run: note },
  ])
}

interface ChoicesProps {
  readonly question: Question
  readonly chosen: number | undefined
  /** Undefined clears the choice. */
  readonly onChoose: (index: number | undefined) => void
  readonly onSave: () => void
  readonly writeAccess: WriteAccess
  readonly ref: Ref<HTMLUListElement>
}

/** The possible answers. Enter chooses one; Enter on a chosen answer saves it. */
function Choices({ question, chosen, onChoose, onSave, writeAccess, ref }: ChoicesProps) {
  const saveOnEnter = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || chosen !== index) return
    // The button's own click would clear the choice.
    event.preventDefault()
    onSave()
  }
  return (
    <ul ref={ref} className={styles.choices}>
      {question.choices.map(({ label }, index) => (
        <li key={label}>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={chosen === index}
            {...writeAccess}
            onClick={() => onChoose(chosen === index ? undefined : index)}
            onKeyDown={(event) => saveOnEnter(event, index)}
          >
            <Kbd keys={String(index + 1)} />
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}
