import { type RefObject, useState } from 'react'
import { IconButton } from '../../../components/IconButton.tsx'
import { Icon } from '../../../components/icons.tsx'
import { replacePart, withTerm } from '../../../filter/edit.ts'
import type { Chip } from '../../../filter/read.ts'
import { DraftInput } from './DraftInput.tsx'
import styles from './FilterBar.module.css'
import { FilterChip } from './FilterChip.tsx'

interface FilterBarProps {
  readonly projectId: string
  readonly filter: string
  readonly chips: readonly Chip[]
  readonly onFilter: (filter: string) => void
  readonly inputRef: RefObject<HTMLInputElement | null>
}

/** Conditions as chips: each can be edited and removed, and a new one typed behind them. */
export function FilterBar({ projectId, filter, chips, onFilter, inputRef }: FilterBarProps) {
  const [draft, setDraft] = useState('')
  const [editing, setEditing] = useState<Chip>()

  const edit = (chip: Chip) => {
    setEditing(chip)
    setDraft(chip.text)
  }
  const commit = (text: string) => {
    setDraft('')
    setEditing(undefined)
    const next = editing ? replacePart(filter, editing, text) : withTerm(filter, text.trim())
    if (next !== filter) onFilter(next)
  }
  const input = (
    <DraftInput
      key="draft"
      projectId={projectId}
      draft={draft}
      onDraft={setDraft}
      onCommit={commit}
      onCancel={() => {
        setDraft('')
        setEditing(undefined)
      }}
      onBackOut={() => {
        const last = chips.at(-1)
        if (!editing && last) edit(last)
      }}
      placeholder={
        chips.length === 0
          ? 'Filter calls: status:error  latency:>2s  inputs.question:refund  or any words'
          : 'Add a filter…'
      }
      autoFocus={editing !== undefined}
      inputRef={inputRef}
    />
  )
  const faulty = chips.filter(({ problem }) => problem !== undefined)
  return (
    <search className={styles.search} aria-label="Filter calls">
      <div className={styles.bar}>
        <Icon name="filter" size={14} />
        {chips.map((chip) =>
          chip.start === editing?.start ? (
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
        {!editing && input}
        {chips.length > 0 && (
          <IconButton label="Clear the filter" icon="close" size="small" onClick={() => onFilter('')} />
        )}
      </div>
      {faulty.map((chip) => (
        <p key={chip.start} className={styles.problem} role="alert">
          <Icon name="error" size={12} /> <code>{chip.text}</code>: {chip.problem}
        </p>
      ))}
    </search>
  )
}
