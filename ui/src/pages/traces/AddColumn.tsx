import { type FormEvent, useId, useState } from 'react'
import { useSeenFields } from '../../api/suggestions.ts'
import { addCustomPath, removeCustomPath } from '../../call/custom-columns.tsx'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { TextInput } from '../../components/Field.tsx'
import styles from './AddColumn.module.css'

interface AddColumnProps {
  readonly projectId: string
  readonly customPaths: readonly string[]
}

/** A column for any path of a call, or the score of any name. */
export function AddColumn({ projectId, customPaths }: AddColumnProps) {
  const [path, setPath] = useState('')
  const { data: fields = [] } = useSeenFields(projectId)
  const listId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() !== '') addCustomPath(projectId, path.trim())
    setPath('')
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.chips}>
        {customPaths.map((each) => (
          <Chip
            key={each}
            remove={{ label: `Remove the column ${each}`, onRemove: () => removeCustomPath(projectId, each) }}
          >
            {each}
          </Chip>
        ))}
      </div>
      <div className={styles.line}>
        <TextInput
          label="Path of a new column"
          placeholder="attributes.env, feedback.score…"
          list={listId}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <Button type="submit">Add</Button>
      </div>
      <datalist id={listId}>
        {fields.map(({ field }) => (
          <option key={field} value={field} />
        ))}
      </datalist>
    </form>
  )
}
