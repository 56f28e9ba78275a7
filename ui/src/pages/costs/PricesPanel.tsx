import type { CostRecord } from '@heddle/contract/costs'
import { useState } from 'react'
import { useRemovePrice } from '../../api/prices.ts'
import { useWriteAccess, type WriteAccess } from '../../api/session.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/Dialog.tsx'
import { MoneyCell, TimeAgo } from '../../components/Figures.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { perMillion } from './spend.ts'

interface PricesPanelProps {
  readonly projectId: string
  /** Undefined while loading. */
  readonly prices: readonly CostRecord[] | undefined
  readonly onAdd: () => void
}

/** The project's own prices. The latest one in effect when a call started applies. */
export function PricesPanel({ projectId, prices, onAdd }: PricesPanelProps) {
  const [confirming, setConfirming] = useState<CostRecord>()
  const writeAccess = useWriteAccess(projectId)
  const columns = priceColumns(writeAccess, setConfirming)
  return (
    <Panel
      title="Custom prices"
      aside="US dollars per million tokens; they override the built-in price list"
      actions={
        <Button size="small" icon="plus" {...writeAccess} onClick={onAdd}>
          Add price
        </Button>
      }
    >
      {prices ? (
        <PlainTable
          label="Custom prices"
          columns={columns}
          rows={prices}
          rowId={({ id }) => id ?? ''}
          empty="No custom prices. Calls use the built-in price list."
        />
      ) : (
        <SkeletonLines count={3} />
      )}
      {confirming && (
        <RemovePriceDialog
          projectId={projectId}
          price={confirming}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </Panel>
  )
}

function priceColumns(writeAccess: WriteAccess, onRemove: (price: CostRecord) => void) {
  return [
    { id: 'model', title: 'Model', cell: ({ llm_id }: CostRecord) => llm_id },
    { id: 'provider', title: 'Provider', cell: ({ provider_id }: CostRecord) => provider_id || '–' },
    amount('Input', ({ prompt_token_cost }) => prompt_token_cost),
    amount('Output', ({ completion_token_cost }) => completion_token_cost),
    amount('Cache read', ({ cache_read_input_token_cost }) => cache_read_input_token_cost),
    amount('Cache write', ({ cache_creation_input_token_cost }) => cache_creation_input_token_cost),
    {
      id: 'from',
      title: 'Effective from',
      align: 'end' as const,
      cell: ({ effective_date }: CostRecord) => effective_date && <TimeAgo at={effective_date} />,
    },
    {
      id: 'remove',
      title: 'Actions',
      titleHidden: true,
      align: 'end' as const,
      cell: (price: CostRecord) => (
        <IconButton
          label={`Remove price of ${price.llm_id}`}
          icon="trash"
          size="small"
          {...writeAccess}
          onClick={() => onRemove(price)}
        />
      ),
    },
  ]
}

interface RemovePriceDialogProps {
  readonly projectId: string
  readonly price: CostRecord
  readonly onClose: () => void
}

function RemovePriceDialog({ projectId, price, onClose }: RemovePriceDialogProps) {
  const removal = useRemovePrice(projectId)
  return (
    <ConfirmDialog
      title={`Remove price of ${price.llm_id}?`}
      action="Remove price"
      busy={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate(price.id ?? '', { onSuccess: onClose })}
      onClose={onClose}
    >
      Calls it applied to fall back to the previous price or to the built-in price list.
    </ConfirmDialog>
  )
}

/** Cached tokens of small models cost fractions of a cent per million. */
const PRICE_DECIMALS = 3

const Price = ({ perToken }: { readonly perToken: number | null }) => (
  <MoneyCell dollars={perMillion(perToken)} decimals={PRICE_DECIMALS} />
)

const amount = (title: string, of: (price: CostRecord) => number | null) => ({
  id: title,
  title,
  align: 'end' as const,
  cell: (price: CostRecord) => <Price perToken={of(price)} />,
})
