import { useId, useState } from 'react'
import { useCall } from '../api/call.ts'
import { useAddToDataset, useDatasetNames } from '../api/datasets.ts'
import { useMessages } from '../api/messages.ts'
import {
  type DatasetColumn,
  type SourceCall,
  sourcesOf,
  sourceText,
  suggestedColumns,
} from '../call/dataset-row.ts'
import { Button, IconButton } from '../components/Button.tsx'
import { FormDialog } from '../components/Dialog.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { ObjectNameField, Select, TextInput } from '../components/Field.tsx'
import { Loaded } from '../components/Loaded.tsx'
import { SkeletonLines } from '../components/Skeleton.tsx'
import { useToast } from '../components/Toast.tsx'
import { pluralize } from '../format/number.ts'
import styles from './DatasetDialog.module.css'

interface DatasetDialogProps {
  readonly projectId: string
  readonly callIds: readonly string[]
  readonly onClose: () => void
}

/** Adds calls to a dataset, with the columns that the user chose. */
export function DatasetDialog({ projectId, callIds, onClose }: DatasetDialogProps) {
  const [name, setName] = useState('')
  const { sample, isMissing, queries } = useSample(projectId, callIds[0] ?? '')
  const [chosen, setChosen] = useState<readonly DatasetColumn[]>()
  const columns = chosen ?? (sample ? suggestedColumns(sample) : [])
  const { data: names = [] } = useDatasetNames(projectId)
  const { mutate, isPending, error } = useAddToDataset(projectId)
  const toast = useToast()
  const listId = useId()

  const add = () =>
    mutate(
      { name, callIds, columns },
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
      size="wide"
      action={`Add ${pluralize(callIds.length, 'row')}`}
      isReady={name !== '' && !isPending && areComplete(columns)}
      error={error}
      onSubmit={add}
      onClose={onClose}
    >
      <ObjectNameField
        label="Dataset"
        list={listId}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        hint={names.includes(name) ? 'Adds the rows to the end as a new version.' : 'Creates a new dataset.'}
      />
      <datalist id={listId}>
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Loaded what="the first call" queries={queries}>
        {sample ? (
          <Columns sample={sample} columns={columns} onChange={setChosen} />
        ) : isMissing ? (
          <EmptyState title="The first call no longer exists">Its inputs name the columns.</EmptyState>
        ) : (
          <SkeletonLines count={2} />
        )}
      </Loaded>
    </FormDialog>
  )
}

/** The first of the calls; undefined while loading, or if it is missing. */
function useSample(projectId: string, callId: string) {
  const readCall = useCall(projectId, callId)
  const readMessages = useMessages(projectId, callId)
  const [call, messages] = [readCall.data, readMessages.data]
  const sample: SourceCall | undefined =
    call && messages !== undefined
      ? { inputs: call.texts.inputs, output: call.texts.output, messages: messages ?? undefined }
      : undefined
  return { sample, isMissing: call === null, queries: [readCall, readMessages] }
}

const areComplete = (columns: readonly DatasetColumn[]): boolean =>
  columns.length > 0 &&
  columns.every(({ name }) => name !== '') &&
  new Set(columns.map(({ name }) => name)).size === columns.length

interface ColumnsProps {
  readonly sample: SourceCall
  readonly columns: readonly DatasetColumn[]
  readonly onChange: (columns: readonly DatasetColumn[]) => void
}

const PREVIEW_CHARACTERS = 160

/** Columns of the new rows, what fills them, and what that is in the first call. */
function Columns({ sample, columns, onChange }: ColumnsProps) {
  const sources = sourcesOf(sample)
  const change = (at: number, column: Partial<DatasetColumn>) =>
    onChange(columns.map((each, index) => (index === at ? { ...each, ...column } : each)))
  return (
    <fieldset className={styles.columns}>
      <legend>Columns</legend>
      {columns.map(({ source, name }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal while they are typed.
        <div key={at} className={styles.column}>
          <TextInput
            label={`Name of column ${at + 1}`}
            value={name}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <Select
            label={`Source of column ${at + 1}`}
            options={sources}
            value={source}
            onChange={(next) => change(at, { source: next })}
          />
          <IconButton
            label={`Remove column ${at + 1}`}
            icon="close"
            size="small"
            onClick={() => onChange(columns.filter((_, index) => index !== at))}
          />
          <span className={styles.preview}>
            {sourceText(sample, source)?.slice(0, PREVIEW_CHARACTERS) ?? 'Nothing in the first call'}
          </span>
        </div>
      ))}
      <Button
        size="small"
        variant="ghost"
        icon="plus"
        onClick={() => onChange([...columns, { source: 'question', name: '' }])}
      >
        Add column
      </Button>
    </fieldset>
  )
}
