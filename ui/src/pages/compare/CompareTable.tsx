import { callName } from '@heddle/contract/call/name'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { CallWithTexts } from '../../api/call.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { classes } from '../../components/classes.ts'
import { TimeAgo } from '../../components/Figures.tsx'
import { LongText } from '../../components/LongText.tsx'
import { callPath } from '../../navigation/paths.ts'
import styles from './Compare.module.css'
import { type CompareRow, comparedCall, compareRows } from './compare-rows.ts'

interface CompareTableProps {
  readonly projectId: string
  readonly calls: readonly CallWithTexts[]
  readonly diffOnly: boolean
  readonly onRemove: (id: string) => void
  readonly onBaseline: (id: string) => void
}

/** A column per call and a row per field. The first column is the baseline. */
export function CompareTable({ projectId, calls, diffOnly, onRemove, onBaseline }: CompareTableProps) {
  const rows = useMemo(() => compareRows(calls.map(comparedCall)), [calls])
  const shown = diffOnly ? rows.filter(({ isSame }) => !isSame) : rows
  const groups = Map.groupBy(shown, ({ group }) => group)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard.
    <div className={styles.scroller} role="group" aria-label="Compared calls" tabIndex={0}>
      <table className={styles.table} style={{ '--calls': calls.length }}>
        <thead>
          <tr>
            <th scope="col" className={styles.fieldHead}>
              Field
            </th>
            {calls.map((call, at) => (
              <th key={call.id} scope="col">
                <div className={styles.callHead}>
                  <Link href={callPath(projectId, call.id)}>{callName(call)}</Link>
                  <TimeAgo at={call.started_at} />
                  {at === 0 ? (
                    <Chip tone="accent">Baseline</Chip>
                  ) : (
                    <Button variant="ghost" size="small" onClick={() => onBaseline(call.id)}>
                      Make baseline
                    </Button>
                  )}
                  <IconButton label="Remove" icon="close" size="small" onClick={() => onRemove(call.id)} />
                </div>
              </th>
            ))}
          </tr>
        </thead>
        {[...groups].map(([group, groupRows]) => (
          <tbody key={group}>
            <tr className={styles.group}>
              <th scope="colgroup" colSpan={calls.length + 1}>
                {group}
              </th>
            </tr>
            {groupRows.map((row) => (
              <Row key={row.name} row={row} />
            ))}
          </tbody>
        ))}
      </table>
      {shown.length === 0 && <p className={styles.noDifferences}>No differences.</p>}
    </div>
  )
}

function Row({ row }: { readonly row: CompareRow }) {
  return (
    <tr>
      <th scope="row" className={styles.field}>
        {row.name === '' ? 'value' : row.name}
      </th>
      {row.cells.map((cell, at) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their column.
          key={at}
          className={classes(at > 0 && cell !== row.cells[0] && styles.differs)}
        >
          {cell === undefined ? <span className={styles.absent}>missing</span> : <LongText text={cell} />}
          {row.deltas[at] !== undefined && <span className={styles.delta}>{row.deltas[at]}</span>}
        </td>
      ))}
    </tr>
  )
}
