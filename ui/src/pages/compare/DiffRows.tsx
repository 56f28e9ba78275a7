import { type AlignedCall, callDurationMs, type DiffState } from '@heddle/contract/compare/align'
import type { TraceTree } from '@heddle/contract/compare/tree'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useId, useMemo, useRef } from 'react'
import { Chip } from '../../components/Chip.tsx'
import { classes } from '../../components/classes.ts'
import { hasModifier } from '../../components/has-modifier.ts'
import grid from '../../components/TreeGrid.module.css'
import { formatCompact, formatMoney } from '../../format/number.ts'
import { formatDuration } from '../../format/time.ts'
import { PAGE_ROWS } from '../../keyboard/page-rows.ts'
import styles from './Compare.module.css'
import { STATES } from './DiffSummary.tsx'

const ROW_HEIGHT = 28
/** Rows that a key moves by. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE_ROWS,
  PageUp: -PAGE_ROWS,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

interface DiffRowsProps {
  readonly left: TraceTree
  readonly right: TraceTree
  readonly pairs: readonly AlignedCall[]
  readonly states: readonly DiffState[]
  readonly diffOnly: boolean
  readonly selected: number
  readonly onSelect: (at: number) => void
}

/** The calls of both traces in one tree. */
export function DiffRows({ left, right, pairs, states, diffOnly, selected, onSelect }: DiffRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const shown = useMemo(
    () => [...pairs.keys()].filter((at) => !diffOnly || states[at] !== 'same'),
    [pairs, states, diffOnly],
  )
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // The sticky header takes the height of a row; one more shows what comes next.
    scrollPaddingEnd: 2 * ROW_HEIGHT,
  })
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || hasModifier(event)) return
    event.preventDefault()
    const row = Math.max(0, Math.min(shown.length - 1, shown.indexOf(selected) + step))
    const next = shown[row]
    if (next === undefined) return
    virtualizer.scrollToIndex(row)
    onSelect(next)
  }
  return (
    <div
      ref={scroller}
      className={classes(grid.grid, styles.diffScroller)}
      role="treegrid"
      aria-label="Calls in both traces"
      aria-rowcount={shown.length + 1}
      tabIndex={0}
      aria-activedescendant={`${gridId}-${selected}`}
      onKeyDown={move}
    >
      <HeadRow />
      <div role="rowgroup" className={grid.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const at = shown[index] ?? 0
          const pair = pairs[at]
          if (!pair) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the treegrid handles keys.
            <div
              key={at}
              id={`${gridId}-${at}`}
              role="row"
              tabIndex={-1}
              aria-level={pair.depth + 1}
              aria-selected={at === selected}
              className={classes(grid.columns, grid.row, styles.diffColumns, styles[states[at] ?? 'same'])}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onSelect(at)}
            >
              <Cells left={left} right={right} pair={pair} state={states[at] ?? 'same'} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function HeadRow() {
  return (
    <div role="rowgroup" className={grid.head}>
      <div role="row" tabIndex={-1} className={classes(grid.columns, styles.diffColumns, styles.diffHead)}>
        {['State', 'Call', 'Δ Tokens', 'Δ Cost', 'Δ Duration'].map((title) => (
          <div key={title} role="columnheader" tabIndex={-1}>
            {title}
          </div>
        ))}
      </div>
    </div>
  )
}

interface CellsProps extends Pick<DiffRowsProps, 'left' | 'right'> {
  readonly pair: AlignedCall
  readonly state: DiffState
}

function Cells({ left, right, pair, state }: CellsProps) {
  const name = pair.right === undefined ? left.names[pair.left ?? -1] : right.names[pair.right]
  const difference = (measure: (tree: TraceTree, index: number) => number | null) => {
    if (pair.left === undefined || pair.right === undefined) return undefined
    const before = measure(left, pair.left)
    const after = measure(right, pair.right)
    return before === null || after === null ? null : after - before
  }
  return (
    <>
      <div role="gridcell" tabIndex={-1}>
        <Chip tone={STATES[state].tone} title={state}>
          {STATES[state].mark} <span className={styles.diffState}>{state}</span>
        </Chip>
      </div>
      <div role="gridcell" tabIndex={-1} className={styles.diffName} style={{ '--depth': pair.depth }}>
        {name}
      </div>
      <Delta by={difference(({ skeleton }, at) => skeleton.calls.tokens[at] ?? 0)} format={formatCompact} />
      <Delta by={difference(({ skeleton }, at) => skeleton.calls.cost[at] ?? 0)} format={formatMoney} />
      <Delta by={difference(callDurationMs)} format={formatDuration} />
    </>
  )
}

interface DeltaProps {
  /** Null while unknown, undefined when one side is missing. */
  readonly by: number | null | undefined
  readonly format: (value: number) => string
}

const Delta = ({ by, format }: DeltaProps) => (
  <div role="gridcell" tabIndex={-1} className={grid.figure}>
    {by === null ? '–' : by !== undefined && by !== 0 && `${by > 0 ? '+' : '−'}${format(Math.abs(by))}`}
  </div>
)
