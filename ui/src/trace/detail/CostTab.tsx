import { isRepetition } from '@heddle/contract/call/usage-standing'
import { Link } from 'wouter'
import { EmptyState } from '../../components/EmptyState.tsx'
import { MoneyCell, Tokens } from '../../components/Figures.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { formatAlignedMoney, formatCount, pluralize } from '../../format/number.ts'
import { callPath, projectPath } from '../../navigation/paths.ts'
import { useTrace } from '../useTrace.ts'
import {
  costSummary,
  type ModelCost,
  modelCosts,
  modelsWithoutPrice,
  STANDINGS,
  type UsageReport,
  usageReports,
} from './cost-lines.ts'
import styles from './Detail.module.css'
import type { TabProps } from './tab-props.ts'

/** Costs of the call, computed and reported, and which calls of its subtree count in totals. */
export function CostTab({ projectId, call }: TabProps) {
  const trace = useTrace(projectId, call.id)
  const reports = trace.state === 'ready' ? usageReports(trace.tree, call.id) : []
  const costs = modelCosts(call.summary)
  const own = reports.find(({ id }) => id === call.id)
  const unpriced = isRepetition(own?.standing ?? null) ? [] : modelsWithoutPrice(call.summary)
  if (costs.length === 0 && unpriced.length === 0 && reports.length === 0) {
    return <EmptyState title="No usage was reported" icon="coins" />
  }
  return (
    <div className={styles.stack}>
      {own && <Summary call={call} standing={own.standing} />}
      {costs.map((cost) => (
        <ModelTable key={cost.model} cost={cost} />
      ))}
      {unpriced.length > 0 && (
        <p className={styles.faint}>
          No price for {unpriced.join(', ')}. <Link href={projectPath(projectId, 'costs')}>Set price</Link>
        </p>
      )}
      {reports.length > (own ? 1 : 0) && <Reports projectId={projectId} reports={reports} />}
    </div>
  )
}

interface SummaryProps {
  readonly call: TabProps['call']
  readonly standing: UsageReport['standing']
}

function Summary({ call, standing }: SummaryProps) {
  const { computed, reported, counted, reason } = costSummary(call.summary)
  const rows = [
    { name: 'Computed', dollars: computed, note: 'Tokens × price when the call started' },
    { name: 'Reported', dollars: reported, note: 'As the client sent it' },
    { name: 'Cost', dollars: counted, note: isRepetition(standing) ? 'None of its own' : reason },
    { name: 'In totals', dollars: undefined, note: standing ? STANDINGS[standing].reason : '' },
  ]
  return (
    <section aria-label="Cost of this call">
      <h3>This call</h3>
      <PlainTable
        label="Cost of this call"
        rows={rows.filter(
          ({ name, dollars }) => dollars !== undefined || name === 'In totals' || name === 'Cost',
        )}
        rowId={({ name }) => name}
        columns={[
          { id: 'name', title: 'Cost', cell: ({ name }) => name },
          {
            id: 'dollars',
            title: 'USD',
            align: 'end',
            cell: ({ name, dollars }) =>
              name !== 'In totals' && <MoneyCell dollars={dollars} decimals={DECIMALS} />,
          },
          { id: 'note', title: 'Source', cell: ({ note }) => note },
        ]}
      />
    </section>
  )
}

function ModelTable({ cost }: { readonly cost: ModelCost }) {
  const total = { name: 'Total', tokens: undefined, price: undefined, cost: cost.total }
  return (
    <section aria-label={cost.model}>
      <div className={styles.payloadHead}>
        <h3>{cost.model}</h3>
        <span className={styles.faint}>
          {cost.level} price{cost.pricedAs && ` of the requested model ${cost.pricedAs}`}
          {cost.effectiveDate && ` since ${cost.effectiveDate.slice(0, 10)}`}
        </span>
      </div>
      <PlainTable
        label={`Cost of ${cost.model}`}
        rows={[...cost.lines, total]}
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
            cell: ({ price }) => price !== undefined && formatAlignedMoney(price * 1_000_000),
          },
          {
            id: 'cost',
            title: '= Cost',
            align: 'end',
            cell: ({ name, cost: sum }) => {
              if (sum === undefined) return null
              const text = formatAlignedMoney(sum, DECIMALS)
              return name === 'Total' ? <strong>{text}</strong> : text
            },
          },
        ]}
      />
    </section>
  )
}

/** A class of tokens of one call costs little. */
const DECIMALS = 6

const REPORTS_MAX = 200

interface ReportsProps {
  readonly projectId: string
  readonly reports: readonly UsageReport[]
}

/** The calls with usage, whether they count or not. */
function Reports({ projectId, reports }: ReportsProps) {
  const counted = reports.filter(({ standing }) => standing === 'counted')
  return (
    <section aria-label="Calls with usage">
      <div className={styles.payloadHead}>
        <h3>Calls with usage</h3>
        <span className={styles.faint}>
          {counted.length} of {pluralize(reports.length, 'call')} counted
          {reports.length > REPORTS_MAX && `, first ${REPORTS_MAX} shown`}
        </span>
      </div>
      <PlainTable
        label="Calls with usage"
        rows={reports.slice(0, REPORTS_MAX)}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'name',
            title: 'Call',
            cell: ({ id, name }) => <Link href={callPath(projectId, id)}>{name}</Link>,
          },
          { id: 'tokens', title: 'Tokens', align: 'end', cell: ({ tokens }) => <Tokens count={tokens} /> },
          {
            id: 'cost',
            title: 'Cost',
            align: 'end',
            cell: ({ cost }) => <MoneyCell dollars={cost} decimals={DECIMALS} />,
          },
          {
            id: 'reported',
            title: 'Reported',
            align: 'end',
            cell: ({ reportedCost }) => <MoneyCell dollars={reportedCost} decimals={DECIMALS} />,
          },
          {
            id: 'standing',
            title: 'In totals',
            cell: ({ standing }) => (
              <span
                className={standing === 'counted' ? undefined : styles.faint}
                title={standing ? STANDINGS[standing].reason : undefined}
              >
                {standing && STANDINGS[standing].label}
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}
