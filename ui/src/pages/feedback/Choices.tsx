import type { KeyboardEvent, Ref } from 'react'
import type { Writing } from '../../api/session.ts'
import { Kbd } from '../../components/Kbd.tsx'
import type { Question } from './questions.ts'
import styles from './Review.module.css'

interface ChoicesProps {
  readonly question: Question
  readonly chosen: number | undefined
  /** Undefined where the choice is taken back. */
  readonly onChoose: (index: number | undefined) => void
  readonly onSave: () => void
  readonly writing: Writing
  readonly ref: Ref<HTMLUListElement>
}

/** The answers there are. Enter chooses one, and once it is chosen saves it. */
export function Choices({ question, chosen, onChoose, onSave, writing, ref }: ChoicesProps) {
  const saveOnEnter = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || chosen !== index) return
    // By itself the button would take the choice back.
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
            {...writing}
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
