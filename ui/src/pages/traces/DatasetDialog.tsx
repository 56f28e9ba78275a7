import { type FormEvent, useId, useState } from 'react'
import { useAddToDataset, useDatasetNames } from '../../api/add-to-dataset.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { useToast } from '../../components/Toast.tsx'
import { formatThings } from '../../format/number.ts'
import styles from './DatasetDialog.module.css'

interface DatasetDialogProps {
  readonly projectId: string
  readonly callIds: readonly string[]
  readonly onClose: () => void
}

/** Makes examples of calls: their inputs as columns, and what they gave back as `output`. */
export function DatasetDialog({ projectId, callIds, onClose }: DatasetDialogProps) {
  const [name, setName] = useState('')
  const { data: names = [] } = useDatasetNames(projectId)
  const { mutate, isPending, error } = useAddToDataset(projectId)
  const toast = useToast()
  const listId = useId()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(
      { name, callIds },
      {
        onSuccess: (added) => {
          toast.done(`Added ${formatThings(added, 'row')} to ${name}`)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog title="Add to dataset" onClose={onClose} error={error}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Dataset"
          list={listId}
          required
          pattern="[\w.\-]+"
          title="Letters, digits, dots, dashes and underscores"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          hint={names.includes(name) ? 'A new version with these rows at its end.' : 'A new dataset.'}
        />
        <datalist id={listId}>
          {names.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Button type="submit" variant="primary" disabled={isPending || name === ''}>
          Add {formatThings(callIds.length, 'row')}
        </Button>
      </form>
    </Dialog>
  )
}
