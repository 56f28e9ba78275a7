import type { CallRecord } from '@heddle/contract/calls'
import { type FormEvent, useId, useState } from 'react'
import { useAddToDataset, useDatasetNames } from '../../api/add-to-dataset.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { useToast } from '../../components/Toast.tsx'
import styles from './DatasetDialog.module.css'

interface DatasetDialogProps {
  readonly projectId: string
  readonly calls: readonly CallRecord[]
  readonly onClose: () => void
}

/** Makes examples of calls: their inputs as columns, and what they gave back as `output`. */
export function DatasetDialog({ projectId, calls, onClose }: DatasetDialogProps) {
  const [name, setName] = useState('')
  const { data: names = [] } = useDatasetNames(projectId)
  const { mutate, isPending } = useAddToDataset(projectId)
  const toast = useToast()
  const listId = useId()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const rows = calls.map(({ inputs, output }) => ({ ...inputs, output }))
    mutate(
      { name, rows },
      {
        onSuccess: () => {
          toast.done(`Added ${rows.length} rows to ${name}`)
          onClose()
        },
        onError: (error) => toast.failed('Nothing was added', error),
      },
    )
  }

  return (
    <Dialog title="Add to dataset" onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Dataset"
          list={listId}
          required
          pattern="[\w.\-]+"
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
          Add {calls.length === 1 ? '1 row' : `${calls.length} rows`}
        </Button>
      </form>
    </Dialog>
  )
}
