import { useState } from 'react'
import { useAddPrice } from '../../api/prices.ts'
import { FormDialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import styles from './Page.module.css'
import { type PriceFields, priceOf } from './spend.ts'

interface PriceDialogProps {
  readonly projectId: string
  /** Initial model; may be empty. */
  readonly model: string
  readonly onClose: () => void
}

const EMPTY: PriceFields = { input: '', output: '', cacheRead: '', cacheWrite: '', from: '' }

const AMOUNTS = [
  { field: 'input', label: 'Input' },
  { field: 'output', label: 'Output' },
  // Free, unless a price is given.
  { field: 'cacheRead', label: 'Cache read', placeholder: '0' },
  { field: 'cacheWrite', label: 'Cache write', placeholder: '0' },
] as const

/** Form for the price of a model and its effective date. */
export function PriceDialog({ projectId, model: firstModel, onClose }: PriceDialogProps) {
  const [model, setModel] = useState(firstModel)
  const [fields, setFields] = useState(EMPTY)
  const addition = useAddPrice(projectId)
  const price = priceOf(fields)
  const isReady = price !== undefined && model.trim() !== '' && !addition.isPending

  const add = () => price && addition.mutate({ model: model.trim(), price }, { onSuccess: onClose })
  return (
    <FormDialog
      title="Add price"
      action="Add price"
      isReady={isReady}
      error={addition.error}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label="Model"
        hint="The model name as calls report it in their usage"
        value={model}
        onChange={(event) => setModel(event.currentTarget.value)}
      />
      <div className={styles.amounts}>
        {AMOUNTS.map(({ field, label, ...amount }) => (
          <TextField
            key={field}
            label={`${label}, $ per million tokens`}
            type="number"
            min="0"
            step="any"
            {...amount}
            value={fields[field]}
            onChange={(event) => setFields({ ...fields, [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      <TextField
        label="Effective from"
        hint="Defaults to now. Calls that started earlier keep their price."
        type="date"
        value={fields.from}
        onChange={(event) => setFields({ ...fields, from: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
