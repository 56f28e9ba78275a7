import { type FormEvent, useState } from 'react'
import { TextInput } from '../../components/Field.tsx'
import { Icon } from '../../components/icons.tsx'
import styles from './Page.module.css'

interface RowFilterBarProps {
  readonly filter: string
  readonly onFilter: (filter: string | undefined) => void
  readonly problem: string | undefined
}

/** Applies the filter on Enter or blur. */
export function RowFilterBar({ filter, onFilter, problem }: RowFilterBarProps) {
  const [draft, setDraft] = useState(filter)
  const [committed, setCommitted] = useState(filter)
  // Changed from outside, for example by Back.
  if (committed !== filter) {
    setCommitted(filter)
    setDraft(filter)
  }
  const commit = () => {
    if (draft !== filter) onFilter(draft.trim() === '' ? undefined : draft)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    commit()
  }
  return (
    <search className={styles.filter}>
      <form onSubmit={submit}>
        <TextInput
          label="Filter rows"
          type="search"
          placeholder="Filter rows: any words  topic:delivery  score:>0.8  has:expected"
          className={styles.filterInput}
          spellCheck={false}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={commit}
        />
      </form>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          <Icon name="error" size={12} /> {problem}
        </p>
      )}
    </search>
  )
}
