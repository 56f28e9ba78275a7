import { useId, useState } from 'react'
import { useAddToDataset, useDatasetNames } from '../../api/add-to-dataset.ts'
import { FormDialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { useToast } from '../../components/Toast.tsx'
import { pluralize } from '../../format/number.ts'

interface DatasetDialogProps {
  readonly projectId: string
  readonly callIds: readonly string[]
  readonly onClose: () => void
}

/** Adds calls to a dataset: inputs become columns, the output becomes `output`. */
export function DatasetDialog({ projectId, callIds, onClose }: DatasetDialogProps) {
  const [name, setName] = useState('')
  const { data: names = [] } = useDatasetNames(projectId)
  const { mutate, isPending, error } = useAddToDataset(projectId)
  const toast = useToast()
  const listId = useId()

  const add = () =>
    mutate(
      { name, callIds },
      {
        onSuccess: (added) => {
          toast.done(`Added ${pluralize(added, 'row')} to ${name}`)
          onClose()
        },
      },
    )

  return (
    <FormDialog
      title="Add to dataset"
      action={`Add ${pluralize(callIds.length, 'row')}`}
      isReady={name !== '' && !isPending}
      error={error}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label="Dataset"
        list={listId}
        required
        pattern="[\w.\-]+"
        title="Letters, digits, dots, dashes and underscores"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        hint={names.includes(name) ? 'Adds the rows to the end as a new version.' : 'Creates a new dataset.'}
      />
      <datalist id={listId}>
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </FormDialog>
  )
}
