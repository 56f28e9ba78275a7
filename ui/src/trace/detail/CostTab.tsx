import { Link } from 'wouter'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { formatCount, formatMoney } from '../../format/number.ts'
import { projectPath } from '../../navigation/paths.ts'
import { type ModelCost, modelCosts, modelsWithoutPrice } from './cost-lines.ts'
import styles from './Detail.module.css'
import type { TabProps } from './tab-props.ts'

/** Cost of the call as tokens times price, by token class. */
export function CostTab({ projectId, call }: TabProps) {
  const costs = modelCosts(call.summary)
  const unpriced = modelsWithoutPrice(call.summary)
  if (costs.length === 0 && unpriced.length === 0) {
    return <EmptyState title="No usage was reported" icon="coins" />
  }
  const total = costs.reduce((sum, cost) => sum + cost.total, 0)
  return (
    <div className={styles.stack}>
      {costs.map((cost) => (
        <ModelTable key={cost.model} cost={cost} />
      ))}
      {costs.length > 1 && (
        <p className={styles.sum}>
          All models <strong>{formatMoney(total)}</strong>
        </p>
      )}
      {unpriced.length > 0 && (
        <p className={styles.faint}>
          No price for {unpriced.join(', ')}. <Link href={projectPath(projectId, 'costs')}>Set price</Link>
        </p>
      )}
    </div>
  )
}

function ModelTable({ cost }: { readonly cost: ModelCost }) {
  return (
    <section aria-label={cost.model}>
      <div className={styles.payloadHead}>
        <h3>{cost.model}</h3>
        <span className={styles.faint}>
          {cost.level} price{cost.effectiveDate && ` since ${cost.effectiveDate.slice(0, 10)}`}
        </span>
      </div>
      <PlainTable
        label={`Cost of ${cost.model}`}
        rows={[...cost.lines, { name: 'Total', tokens: undefined, price: undefined, cost: cost.total }]}
        rowId={({ name }) => name}
        columns={[
          { id: 'name', title: 'Token type', cell: ({ name }) => name },
          {
            id: 'tokens',
            title: 'Tokens',
            align: 'end',
            cell: ({ tokens }) => tokens !== undefined && formatCount(tokens),
          },
          {
            id: 'price',
            title: '× per million',
            align: 'end',
            cell: ({ price }) => price !== undefined && formatMoney(price * 1_000_000),
          },
          {
            id: 'cost',
            title: '= Cost',
            align: 'end',
            cell: ({ name, cost: sum }) =>
              name === 'Total' ? <strong>{formatMoney(sum)}</strong> : formatMoney(sum),
          },
        ]}
      />
    </section>
  )
}
