import { Link } from 'wouter'
import type { DataColumn } from '../../components/DataTable/columns.ts'
import { Duration, MoneyCell, Tokens } from '../../components/Figures.tsx'
import { Loaded, type LoadedQuery } from '../../components/Loaded.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PlainTable } from '../../components/PlainTable.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import { formatCount } from '../../format/number.ts'
import type { Figures, FiguresRow, ModelRow } from '../../stats/figures.ts'
import styles from './Page.module.css'

type Column<Row> = Omit<DataColumn<Row>, 'width'>

interface BreakdownProps<Row> {
  readonly title: string
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined
  readonly queries: readonly LoadedQuery[]
  /** Number of all rows, if these are only the largest. */
  readonly count?: number
  readonly nameOf?: (key: string) => string
  readonly hrefOf: (key: string) => string
}

export const ROWS_MAX = 12

/** Metrics by op or user; each row links to its calls. */
export function GroupBreakdown(props: BreakdownProps<FiguresRow>) {
  return (
    <Breakdown {...props} keyOf={({ key }) => key} columns={GROUP_COLUMNS} weightOf={({ calls }) => calls} />
  )
}

/** Usage by model. */
export function ModelBreakdown(props: BreakdownProps<ModelRow>) {
  return (
    <Breakdown
      {...props}
      keyOf={({ model }) => model}
      columns={MODEL_COLUMNS}
      weightOf={({ cost }) => cost}
    />
  )
}

interface WholeProps<Row> extends BreakdownProps<Row> {
  readonly keyOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  /** Length of the bar behind the name. */
  readonly weightOf: (row: Row) => number
}

function Breakdown<Row>({
  title,
  rows,
  queries,
  count = rows?.length ?? 0,
  nameOf = (key) => key,
  hrefOf,
  keyOf,
  columns,
  weightOf,
}: WholeProps<Row>) {
  const heaviest = Math.max(...(rows ?? []).map(weightOf), 0)
  const name: Column<Row> = {
    id: 'name',
    title: 'Name',
    cell: (row) => (
      <Link href={hrefOf(keyOf(row))} className={styles.name}>
        <span
          className={styles.weight}
          style={{ width: `${heaviest > 0 ? (weightOf(row) / heaviest) * 100 : 0}%` }}
          aria-hidden="true"
        />
        <span className={styles.text}>{nameOf(keyOf(row)) || '(none)'}</span>
      </Link>
    ),
  }
  return (
    <Panel title={title} aside={count > ROWS_MAX ? `top ${ROWS_MAX} of ${formatCount(count)}` : undefined}>
      <Loaded what="the breakdown" queries={queries}>
        {rows ? (
          <PlainTable
            label={title}
            columns={[name, ...columns]}
            rows={rows.slice(0, ROWS_MAX)}
            rowId={keyOf}
            empty="No data in this time range."
          />
        ) : (
          <SkeletonLines count={4} />
        )}
      </Loaded>
    </Panel>
  )
}

const figure = <Row,>(id: string, title: string, cell: Column<Row>['cell']): Column<Row> => ({
  id,
  title,
  align: 'end',
  cell,
})

const GROUP_COLUMNS: readonly Column<Figures>[] = [
  figure('calls', 'Calls', ({ calls }) => formatCount(calls)),
  figure('errors', 'Errors', ({ errors }) => (errors > 0 ? formatCount(errors) : '–')),
  figure('p50', 'p50', ({ p50 }) => <Duration ms={p50} />),
  figure('p95', 'p95', ({ p95 }) => <Duration ms={p95} />),
  figure('tokens', 'Tokens', ({ tokens }) => <Tokens count={tokens || null} />),
  figure('cost', 'Cost', ({ cost }) => <MoneyCell dollars={cost || null} />),
]

const MODEL_COLUMNS: readonly Column<ModelRow>[] = [
  figure('calls', 'Calls', ({ calls }) => formatCount(calls)),
  figure('input', 'Input', ({ input }) => <Tokens count={input} />),
  figure('output', 'Output', ({ output }) => <Tokens count={output} />),
  figure('cost', 'Cost', ({ cost }) => <MoneyCell dollars={cost} />),
]
