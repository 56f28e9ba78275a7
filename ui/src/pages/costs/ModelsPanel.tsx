import { Link } from 'wouter'
import { useWriteAccess, type WriteAccess } from '../../api/session.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { MoneyCell, Tokens } from '../../components/Figures.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { formatCount } from '../../format/number.ts'
import { tracesPath } from '../../navigation/paths.ts'
import { narrowed, scopeFilter } from '../../stats/links.ts'
import type { SpendRow } from './spend.ts'

interface ModelsPanelProps {
  readonly projectId: string
  /** Time range of the page, as in the URL. */
  readonly range: string | undefined
  /** Undefined while loading. */
  readonly models: readonly SpendRow[] | undefined
  readonly onPrice: (model: string) => void
}

/** Models with their costs; marks those without a price. */
export function ModelsPanel({ projectId, range, models, onPrice }: ModelsPanelProps) {
  const writeAccess = useWriteAccess(projectId)
  const unpriced = models?.filter(({ isUnpriced }) => isUnpriced).length ?? 0
  const columns = modelColumns(
    (model) => tracesPath(projectId, narrowed(scopeFilter('roots'), 'model', model), range),
    writeAccess,
    onPrice,
  )
  return (
    <Panel
      title="Models"
      aside={
        unpriced > 0 && (
          <Chip tone="warn" icon="error">
            {unpriced} without a price
          </Chip>
        )
      }
    >
      {models ? (
        <PlainTable
          label="Models"
          columns={columns}
          rows={models}
          rowId={({ model }) => model}
          empty="No usage reported in this time range."
        />
      ) : (
        <SkeletonLines count={4} />
      )}
    </Panel>
  )
}

function modelColumns(
  hrefOf: (model: string) => string,
  writeAccess: WriteAccess,
  onPrice: (model: string) => void,
) {
  return [
    {
      id: 'model',
      title: 'Model',
      cell: ({ model }: SpendRow) => <Link href={hrefOf(model)}>{model}</Link>,
    },
    {
      id: 'calls',
      title: 'Calls',
      align: 'end' as const,
      cell: ({ calls }: SpendRow) => formatCount(calls),
    },
    {
      id: 'input',
      title: 'Input',
      align: 'end' as const,
      cell: ({ input }: SpendRow) => <Tokens count={input} />,
    },
    {
      id: 'output',
      title: 'Output',
      align: 'end' as const,
      cell: ({ output }: SpendRow) => <Tokens count={output} />,
    },
    {
      id: 'cost',
      title: 'Spend',
      align: 'end' as const,
      cell: ({ cost, isUnpriced }: SpendRow) => <MoneyCell dollars={isUnpriced ? null : cost} />,
    },
    {
      id: 'reported',
      title: 'Reported',
      align: 'end' as const,
      cell: ({ reportedCost }: SpendRow) => <MoneyCell dollars={reportedCost || null} />,
    },
    {
      id: 'price',
      title: 'Actions',
      titleHidden: true,
      align: 'end' as const,
      cell: ({ model, isUnpriced }: SpendRow) =>
        isUnpriced && (
          <Button size="small" icon="plus" {...writeAccess} onClick={() => onPrice(model)}>
            Set price
          </Button>
        ),
    },
  ]
}
