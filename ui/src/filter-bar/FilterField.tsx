import { readFilter } from '@heddle/contract/filter/compile'
import { useId, useRef } from 'react'
import { Field } from '../components/Field.tsx'
import { DraftInput } from './DraftInput.tsx'
import styles from './FilterBar.module.css'

interface FilterFieldProps {
  readonly projectId: string
  readonly hint: string
  readonly placeholder: string
  readonly filter: string
  readonly onFilter: (filter: string) => void
}

/** A whole filter as text in a form, with the suggestions of the filter bar. What is wrong with it replaces the hint. */
export function FilterField({ projectId, hint, placeholder, filter, onFilter }: FilterFieldProps) {
  const id = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <Field id={id} label="Filter" hint={filterProblem(filter) ?? hint} className={undefined}>
      <div className={styles.bar}>
        <DraftInput
          projectId={projectId}
          id={id}
          label="Filter"
          draft={filter}
          onDraft={onFilter}
          onCommit={onFilter}
          onCancel={() => {}}
          onLeave={() => {}}
          onBackOut={() => {}}
          placeholder={placeholder}
          autoFocus={false}
          opensOn="typing"
          inputRef={inputRef}
        />
      </div>
    </Field>
  )
}

/** What is wrong with a filter. Names of users are looked up when it is applied. */
export function filterProblem(filter: string): string | undefined {
  const { chips } = readFilter(filter, { now: new Date(), idsOfUser: () => [''] })
  return chips.find(({ problem }) => problem !== undefined)?.problem
}
