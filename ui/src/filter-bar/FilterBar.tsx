import { type Chip, isReadable } from '@heddle/contract/filter/compile'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { classes } from '../components/classes.ts'
import { Icon } from '../components/icons.tsx'
import { replacePart, withTerm } from '../filter/edit.ts'
import { timeInWords } from '../filter/time-in-words.ts'
import { DraftInput } from './DraftInput.tsx'
import styles from './FilterBar.module.css'

interface FilterBarProps {
  readonly projectId: string
  readonly filter: string
  readonly chips: readonly Chip[]
  readonly onFilter: (filter: string) => void
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** The filter as chips that can be edited and removed, followed by an input for the next condition. */
export function FilterBar({ projectId, filter, chips, onFilter, inputRef }: FilterBarProps) {
  const { draft, setDraft, edited, edit, cancel, commit } = useChipDraft(filter, onFilter)
  const { bar, returnFocus } = useReturnedFocus(edited, inputRef)
  const input = (
    <DraftInput
      key="draft"
      projectId={projectId}
      draft={draft}
      onDraft={setDraft}
      onCommit={(text) => {
        returnFocus()
        commit(text)
      }}
      onCancel={() => {
        returnFocus()
        cancel()
        // An input that is going to be removed stays as it is: leaving it would save the edit.
        if (!edited) inputRef.current?.blur()
      }}
      onLeave={() => {
        if (!edited) return
        if (isReadable(draft)) commit(draft)
        else cancel()
      }}
      onBackOut={() => {
        const last = chips.at(-1)
        if (!edited && last) edit(last)
      }}
      label="Add a filter"
      placeholder={chips.length === 0 ? PLACEHOLDER : 'Add a filter…'}
      autoFocus={edited !== undefined}
      opensOn="focus"
      inputRef={inputRef}
    />
  )
  const invalid = chips.filter(({ problem }) => problem !== undefined)
  return (
    <search className={styles.search} aria-label="Filter calls">
      <div ref={bar} className={styles.bar}>
        <Icon name="filter" size={14} />
        {chips.map((chip) =>
          chip.start === edited?.start ? (
            input
          ) : (
            <FilterChip
              key={`${chip.start} ${chip.text}`}
              chip={chip}
              onEdit={() => edit(chip)}
              onRemove={() => onFilter(replacePart(filter, chip, ''))}
            />
          ),
        )}
        {!edited && input}
        {chips.length > 0 && (
          <IconButton label="Clear filter" icon="close" size="small" onClick={() => onFilter('')} />
        )}
      </div>
      {invalid.map((chip) => (
        <p key={chip.start} className={styles.problem} role="alert">
          <Icon name="error" size={12} />
          <span>
            <code>{chip.text}</code>: {chip.problem}
          </span>
        </p>
      ))}
    </search>
  )
}

const PLACEHOLDER = 'Filter calls: status:error  latency:>2s  inputs.question:refund  or any words'

/** The condition being typed: a new one, or the chip being edited. */
function useChipDraft(filter: string, onFilter: (filter: string) => void) {
  const [draft, setDraft] = useState('')
  const [editing, setEditing] = useState<{ readonly chip: Chip; readonly of: string }>()
  // Offsets of a chip are only valid in the filter it was parsed from.
  const edited = editing?.of === filter ? editing.chip : undefined

  const edit = (chip: Chip) => {
    setEditing({ chip, of: filter })
    setDraft(chip.text)
  }
  const cancel = () => {
    setDraft('')
    setEditing(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filter changes.
  useEffect(() => {
    if (editing && !edited) cancel()
  }, [filter])
  const commit = (text: string) => {
    cancel()
    const next = edited ? replacePart(filter, edited, text) : withTerm(filter, text.trim())
    if (next !== filter) onFilter(next)
  }
  return { draft, setDraft, edited, edit, cancel, commit }
}

/** After a key ends an edit, focuses the chip, or the input if there is no chip. */
function useReturnedFocus(edited: Chip | undefined, inputRef: RefObject<HTMLInputElement | null>) {
  const bar = useRef<HTMLDivElement>(null)
  const returnsTo = useRef<number>(undefined)
  useEffect(() => {
    if (edited || returnsTo.current === undefined) return
    const chip = bar.current?.querySelector<HTMLElement>(`[data-start="${returnsTo.current}"] button`)
    returnsTo.current = undefined
    const place = chip ?? inputRef.current
    place?.focus()
  })
  return {
    bar,
    returnFocus: () => {
      returnsTo.current = edited?.start
    },
  }
}

interface FilterChipProps {
  readonly chip: Chip
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function FilterChip({ chip, onEdit, onRemove }: FilterChipProps) {
  const words = chip.problem === undefined ? timeInWords(chip.text, new Date()) : undefined
  return (
    <span
      className={classes(styles.chip, chip.problem !== undefined && styles.invalid)}
      title={chip.problem ?? (words && chip.text)}
      data-start={chip.start}
    >
      <button type="button" className={styles.text} onClick={onEdit} aria-label={`Edit ${chip.text}`}>
        {words ?? chip.text}
      </button>
      <button type="button" className={styles.remove} onClick={onRemove} aria-label={`Remove ${chip.text}`}>
        <Icon name="close" size={10} />
      </button>
    </span>
  )
}
