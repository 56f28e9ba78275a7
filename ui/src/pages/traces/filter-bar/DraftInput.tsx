import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { classes } from '../../../components/classes.ts'
import { parse } from '../../../filter/parse.ts'
import type { Suggestion } from '../../../filter/suggest.ts'
import styles from './FilterBar.module.css'
import { useSuggestions } from './useSuggestions.ts'

interface DraftInputProps {
  readonly projectId: string
  readonly draft: string
  readonly onDraft: (draft: string) => void
  readonly onCommit: (text: string) => void
  /** Nothing of what was typed is wanted. */
  readonly onCancel: () => void
  /** The person went elsewhere. */
  readonly onLeave: () => void
  /** Backspace with nothing left to delete. */
  readonly onBackOut: () => void
  readonly placeholder: string
  readonly autoFocus: boolean
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** The condition being typed, with suggestions: arrows choose, Tab or Enter takes, Enter alone commits. */
export function DraftInput(props: DraftInputProps) {
  const {
    projectId,
    draft,
    onDraft,
    onCommit,
    onCancel,
    onLeave,
    onBackOut,
    placeholder,
    autoFocus,
    inputRef,
  } = props
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const listId = useId()
  const { options, from } = useSuggestions(projectId, draft, open)
  const isOpen = open && options.length > 0

  useEffect(() => {
    if (autoFocus) inputRef.current?.focus()
  }, [autoFocus, inputRef])

  const commit = (text: string) => {
    setOpen(false)
    onCommit(text)
  }
  const take = ({ text, completes }: Suggestion) => {
    const next = draft.slice(0, from) + text
    setAt(-1)
    if (completes && isWhole(next)) commit(next)
    else onDraft(draft.startsWith('has:') ? next.replace(/:$/, '') : next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = isOpen ? options[at] : undefined
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      setOpen(true)
      setAt((at + step + options.length) % options.length)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
      event.preventDefault()
      take(chosen)
    } else if (event.key === 'Enter') commit(draft)
    else if (event.key === 'Escape') {
      setOpen(false)
      if (isOpen) return
      onCancel()
      event.currentTarget.blur()
    } else if (event.key === 'Backspace' && draft === '') {
      event.preventDefault()
      onBackOut()
    }
  }

  return (
    <span className={styles.draft}>
      <input
        ref={inputRef}
        className={styles.input}
        role="combobox"
        aria-label="Add a filter"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && at >= 0 ? `${listId}-${at}` : undefined}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        value={draft}
        onChange={(event) => {
          onDraft(event.currentTarget.value)
          setOpen(true)
          setAt(-1)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          onLeave()
        }}
        onKeyDown={onKeyDown}
      />
      <SuggestionList id={listId} options={isOpen ? options : []} at={at} onTake={take} />
    </span>
  )
}

/** Whether nothing more has to follow: inside a parenthesis there is. */
const isWhole = (draft: string): boolean => parse(draft).every(({ meaning }) => 'node' in meaning)

interface SuggestionListProps {
  readonly id: string
  readonly options: readonly Suggestion[]
  readonly at: number
  readonly onTake: (option: Suggestion) => void
}

function SuggestionList({ id, options, at, onTake }: SuggestionListProps) {
  return (
    <span
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className={styles.list}
      hidden={options.length === 0}
    >
      {options.map((option, index) => (
        <span
          key={option.text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes(styles.option, index === at && styles.chosen)}
          // The input keeps the focus: what is taken may not be all.
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(option)
          }}
        >
          <span className={styles.name}>{option.text}</span>
          <span className={styles.about}>{option.about}</span>
        </span>
      ))}
    </span>
  )
}
