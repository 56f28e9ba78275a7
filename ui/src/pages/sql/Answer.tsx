import type { SqlReply } from '@heddle/contract/sql'
import { useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { Chart } from '../../components/Chart/Chart.tsx'
import { DataTable } from '../../components/DataTable/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { csvText, saveFile } from '../../format/download.ts'
import { pluralize } from '../../format/number.ts'
import { DAY_SECONDS } from '../../format/time.ts'
import { type Bars, drawable } from './answer.ts'
import styles from './Page.module.css'

interface Row {
  readonly id: string
  readonly cells: SqlReply['rows'][number]
}

/** The rows of an answer as a table, and as a chart if they can be drawn. */
export function Answer({ answer }: { readonly answer: SqlReply }) {
  const { columns, rows, has_more } = answer
  const drawn = useMemo(() => drawable(answer), [answer])
  const listed = useMemo(() => rows.map((cells, index): Row => ({ id: String(index), cells })), [rows])
  const save = () => saveFile(new Blob([csvText([columns, ...rows])], { type: 'text/csv' }), 'answer.csv')
  return (
    <>
      {drawn?.kind === 'times' && (
        <Chart
          title="Answer over time"
          summary={pluralize(drawn.times.length, 'point')}
          kind="lines"
          times={drawn.times}
          series={drawn.series}
          bucketSeconds={stepOf(drawn.times)}
          format={String}
        />
      )}
      {drawn?.kind === 'bars' && <BarChart {...drawn} />}
      <div className={styles.summary}>
        <span role="status">
          {has_more
            ? `The first ${pluralize(rows.length, 'row')}: there are more`
            : pluralize(rows.length, 'row')}
        </span>
        <Button size="small" icon="download" onClick={save}>
          CSV
        </Button>
      </div>
      <div className={styles.grid}>
        <DataTable
          label="Answer"
          density="dense"
          columns={columns.map((title, at) => ({
            id: `${at}`,
            title,
            width: 160,
            grow: 1,
            align: typeof rows[0]?.[at] === 'number' ? 'end' : 'start',
            cell: ({ cells }: Row) => <Cell value={cells[at] ?? null} />,
          }))}
          rows={listed}
          rowId={({ id }) => id}
          empty={<EmptyState title="No rows">The query ran and found nothing.</EmptyState>}
        />
      </div>
    </>
  )
}

/** When clocks go forward. */
const SHORT_DAY_SECONDS = 23 * 3600

/** The smallest distance between two times, at most a day. */
function stepOf(times: readonly number[]): number {
  const gapAt = (at: number) => (times[at] ?? 0) - (times[at - 1] ?? 0)
  const step = times.reduce((least, _, at) => (at === 0 ? least : Math.min(least, gapAt(at))), DAY_SECONDS)
  return step < SHORT_DAY_SECONDS ? step : DAY_SECONDS
}

function Cell({ value }: { readonly value: Row['cells'][number] }) {
  if (value === null) return <span className={styles.null}>null</span>
  return <span title={String(value)}>{String(value)}</span>
}

function BarChart({ title, bars }: Bars) {
  const largest = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  return (
    <ul className={styles.bars} aria-label={`${title} as bars`}>
      {bars.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and rows of an answer never move.
        <li key={index} className={styles.bar}>
          <span className={styles.label} title={label}>
            {label}
          </span>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.fill} style={{ width: `${(100 * value) / largest}%` }} />
          </span>
          <span className={styles.value}>{value}</span>
        </li>
      ))}
    </ul>
  )
}
