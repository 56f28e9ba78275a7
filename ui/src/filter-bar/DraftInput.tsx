import { parse } from '@heddle/contract/filter/parse'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSeenFeedback, useSeenFields, useSeenValues } from '../api/suggestions.ts'
import { useUserNamesWhen } from '../api/users.ts'
import { classes } from '../components/classes.ts'
import { placeBeside } from '../components/place-beside.ts'
import { completionAt, type Suggestion, suggestionsFor, valuesField } from '../filter/suggest.ts'
import { isComposing } from '../keyboard/composing.ts'
import { useDebounced } from '../timing.ts'
import styles from './FilterBar.module.css'

interface DraftInputProps {
  readonly projectId: string
  readonly draft: string
  readonly onDraft: (draft: string) => void
  readonly onCommit: (text: string) => void
  /** Escape: discards the draft. */
  readonly onCancel: () => void
  /** The input lost focus. */
  readonly onLeave: () => void
  /** Backspace in an empty draft. */
  readonly onBackOut: () => void
  /** Accessible name. */
  readonly label: string
  readonly id?: string
  readonly placeholder: string
  readonly autoFocus: boolean
  /** When suggestions appear. */
  readonly opensOn: 'focus' | 'typing'
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** The condition being typed. Arrows select a suggestion, Tab or Enter accepts it, Enter alone commits. */
export function DraftInput(props: DraftInputProps) {
  const { draft, onDraft, onCommit, onLeave, placeholder, autoFocus, inputRef } = props
  const listId = useId()
  const list = useSuggestionList(props.projectId, draft)
  const { options, active, isOpen } = list

  useEffect(() => {
    if (autoFocus) inputRef.current?.focus()
  }, [autoFocus, inputRef])

  const commit = (text: string) => {
    list.close()
    onCommit(text)
  }
  const accept = ({ text, completes }: Suggestion) => {
    const next = draft.slice(0, list.from) + text
    list.setActive(-1)
    if (completes && isWhole(next)) commit(next)
    else onDraft(next)
  }
  return (
    <span className={styles.draft}>
      <input
        ref={inputRef}
        id={props.id}
        className={styles.input}
        role="combobox"
        aria-label={props.label}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        value={draft}
        onChange={(event) => {
          onDraft(event.currentTarget.value)
          list.open()
          list.setActive(-1)
        }}
        onFocus={props.opensOn === 'focus' ? list.open : undefined}
        onBlur={() => {
          list.close()
          onLeave()
        }}
        onKeyDown={(event) => onDraftKey(event, props, list, { commit, accept })}
      />
      <SuggestionList id={listId} options={isOpen ? options : []} active={active} onAccept={accept} />
    </span>
  )
}

type ListState = ReturnType<typeof useSuggestionList>

function useSuggestionList(projectId: string, draft: string) {
  const [wantsOpen, setWantsOpen] = useState(false)
  // By its text: options come and go while values are loading.
  const [activeText, setActiveText] = useState<string>()
  const { options, from } = useSuggestions(projectId, draft, wantsOpen)
  return {
    options,
    /** Where in the draft an accepted suggestion starts. */
    from,
    isOpen: wantsOpen && options.length > 0,
    open: () => setWantsOpen(true),
    close: () => setWantsOpen(false),
    /** Index of the highlighted option; -1 for none. */
    active: options.findIndex(({ text }) => text === activeText),
    setActive: (index: number) => setActiveText(options[index]?.text),
  }
}

interface DraftActions {
  readonly commit: (text: string) => void
  readonly accept: (option: Suggestion) => void
}

function onDraftKey(
  event: KeyboardEvent<HTMLInputElement>,
  { draft, onCancel, onBackOut }: DraftInputProps,
  { options, active, isOpen, open, close, setActive }: ListState,
  { commit, accept }: DraftActions,
): void {
  if (isComposing(event)) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const highlighted = isOpen ? options[active] : undefined
  if (step !== undefined && options.length > 0) {
    event.preventDefault()
    open()
    const from = active < 0 && step < 0 ? 0 : active
    setActive((from + step + options.length) % options.length)
  } else if ((event.key === 'Enter' || event.key === 'Tab') && highlighted) {
    event.preventDefault()
    accept(highlighted)
  } else if (event.key === 'Enter') {
    // Submits a form; elsewhere the focus moves on to a button, which the key would press.
    if (!event.currentTarget.form) event.preventDefault()
    commit(draft)
  } else if (event.key === 'Escape') {
    close()
    // Closes only the suggestions, not a dialog around them.
    if (isOpen) event.preventDefault()
    else onCancel()
  } else if (event.key === 'Backspace' && draft === '') {
    event.preventDefault()
    onBackOut()
  }
}

/** False while a parenthesis is still open. */
const isWhole = (draft: string): boolean => parse(draft).every(({ meaning }) => 'node' in meaning)

interface SuggestionListProps {
  readonly id: string
  readonly options: readonly Suggestion[]
  /** Index of the highlighted option; -1 for none. */
  readonly active: number
  readonly onAccept: (option: Suggestion) => void
}

function SuggestionList({ id, options, active, onAccept }: SuggestionListProps) {
  const list = useRef<HTMLSpanElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options decide on its size.
  useLayoutEffect(() => {
    const input = list.current?.parentElement
    if (list.current && input) placeBeside(list.current, input, { side: 'below', align: 'start' })
  }, [options])
  return (
    <span
      ref={list}
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
          aria-selected={index === active}
          className={classes(styles.option, index === active && styles.chosen)}
          // On mousedown rather than click, to keep the focus in the input.
          onMouseDown={(event) => {
            event.preventDefault()
            onAccept(option)
          }}
        >
          <span className={styles.name}>{option.text}</span>
          <span className={styles.about}>{option.about}</span>
        </span>
      ))}
    </span>
  )
}

/** Stored by id, but suggested by name. */
const USER_FIELD = 'wb_user_id'

/** Debounce, so that fast typing sends no requests. */
const TYPING_MS = 100

interface Suggestions {
  readonly options: readonly Suggestion[]
  /** Where in the draft an accepted suggestion starts. */
  readonly from: number
}

/** Completions for the filter being typed, from fields and values of recent calls and feedback. */
function useSuggestions(projectId: string, draft: string, isEnabled: boolean): Suggestions {
  const completion = useMemo(() => completionAt(draft), [draft])
  const field = completion.kind === 'value' ? valuesField(completion.field) : undefined
  const askedField = useDebounced(field, TYPING_MS)
  const askedPrefix = useDebounced(completion.prefix, TYPING_MS)
  const isAsking = useDebounced(isEnabled, TYPING_MS)
  const { data: fields = [] } = useSeenFields(projectId, isAsking)
  const { data: feedback = [] } = useSeenFeedback(projectId, isAsking)
  const seen = useSeenValues(projectId, askedField, askedPrefix)
  const nameOf = useUserNamesWhen(projectId, field === USER_FIELD)
  const values =
    field === USER_FIELD ? seen.map((each) => ({ ...each, value: nameOf(String(each.value)) })) : seen
  const ofFeedback =
    completion.kind === 'value' ? feedback.find((each) => each.field === completion.field) : undefined
  return {
    options: suggestionsFor(completion, {
      fields: [
        ...fields,
        ...feedback.map((each) => ({ field: each.field, example: each.values[0]?.value ?? null })),
      ],
      values: ofFeedback?.values ?? (field === askedField ? values : []),
    }),
    from: completion.from,
  }
}
