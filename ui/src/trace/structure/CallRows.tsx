import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { usePreviews } from '../../api/previews.ts'
import { classes } from '../../components/classes.ts'
import grid from '../../components/TreeGrid.module.css'
import { CallRow } from './CallRow.tsx'
import { criticalPath } from './critical-path.ts'
import styles from './Structure.module.css'
import { ticksOf, tickText } from './time-scale.ts'
import { TREE_KEYS, treeMove } from './tree-move.ts'
import type { Structure } from './useStructure.ts'
import { depthMaxOf } from './visible.ts'

export const ROW_HEIGHT = 28
const TICKS_MAX = 3
/** Fits in the smallest pane. */
const ROWS_AT_TOP = 4

interface CallRowsProps {
  readonly projectId: string
  readonly structure: Structure
  readonly selected: number
  readonly hits: ReadonlySet<number>
  readonly showsCritical: boolean
  readonly onSelect: (index: number) => void
}

/** The calls of a trace as a tree, with their bars on a shared time axis. Only rows in view are rendered. */
export function CallRows({ projectId, structure, selected, hits, showsCritical, onSelect }: CallRowsProps) {
  const { tree, visible, isClosed, toggle, window } = structure
  const critical = useMemo(() => (showsCritical ? criticalPath(tree) : undefined), [tree, showsCritical])
  const depthMax = useMemo(() => depthMaxOf(tree, visible), [tree, visible])
  const scroller = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const selectedRow = visible.indexOf(selected)
  const { items, height } = useRowWindow(scroller, visible.length, selectedRow)
  const idOf = (index: number) => tree.skeleton.calls.id[index] ?? ''
  const previews = usePreviews(
    projectId,
    items.map(({ index }) => idOf(visible[index] ?? -1)),
  )
  const select = useCallback(
    (index: number) => {
      scroller.current?.focus({ preventScroll: true })
      onSelect(index)
    },
    [onSelect],
  )

  const rowView = (index: number, top: number) => (
    <CallRow
      key={idOf(index)}
      id={`${gridId}-${index}`}
      tree={tree}
      index={index}
      top={top}
      window={window}
      preview={previews.get(idOf(index))}
      isClosed={isClosed(index)}
      isSelected={index === selected}
      isHit={hits.has(index)}
      isCritical={critical?.has(index)}
      onSelect={select}
      onToggle={toggle}
    />
  )
  return (
    <div
      ref={scroller}
      className={classes(grid.grid, styles.scroller)}
      role="treegrid"
      data-trace-tree=""
      aria-label="Calls in the trace"
      aria-rowcount={visible.length + 1}
      tabIndex={0}
      aria-activedescendant={selectedRow < 0 ? undefined : `${gridId}-${selected}`}
      onKeyDown={(event) => onTreeKey(event, structure, selected, onSelect)}
    >
      <HeadRow window={window} />
      <div role="rowgroup" className={grid.body} style={{ height, '--depth-max': Math.max(1, depthMax) }}>
        {items.map((item) => rowView(visible[item.index] ?? -1, item.start))}
      </div>
    </div>
  )
}

function onTreeKey(
  event: KeyboardEvent,
  structure: Structure,
  selected: number,
  onSelect: (index: number) => void,
): void {
  if (!TREE_KEYS.has(event.key)) return
  event.preventDefault()
  const move = treeMove(event.key, structure, selected)
  if (move?.kind === 'toggle') structure.toggle(selected)
  else if (move) onSelect(move.index)
}

/** The rows in view. Scrolls when the selection moves out of view. */
function useRowWindow(scroller: RefObject<HTMLDivElement | null>, count: number, selectedRow: number) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // The sticky header covers one row.
    scrollPaddingEnd: 2 * ROW_HEIGHT,
  })
  useEffect(() => {
    // Scrolling forces a layout even when the position does not change.
    const isAtTop = selectedRow < ROWS_AT_TOP && scroller.current?.scrollTop === 0
    if (selectedRow >= 0 && !isAtTop) virtualizer.scrollToIndex(selectedRow)
  }, [virtualizer, selectedRow, scroller])
  return { items: virtualizer.getVirtualItems(), height: virtualizer.getTotalSize() }
}

/** A label too close to the right edge would be clipped. */
const hasRoom = ({ at }: { readonly at: number }): boolean => at < 78

function HeadRow({ window }: { readonly window: Structure['window'] }) {
  return (
    <div role="rowgroup" className={grid.head}>
      <div role="row" tabIndex={-1} className={classes(grid.columns, styles.columns)}>
        <div role="columnheader" tabIndex={-1}>
          Name
        </div>
        <div role="columnheader" tabIndex={-1} className={styles.preview}>
          Preview
        </div>
        <div role="columnheader" tabIndex={-1} aria-label="Time" className={styles.ticks}>
          {ticksOf(window, TICKS_MAX)
            .filter(hasRoom)
            .map(({ us, at }) => (
              <span key={us} className={styles.tick} style={{ left: `${at}%` }}>
                {tickText(us)}
              </span>
            ))}
        </div>
        <div role="columnheader" tabIndex={-1} className={classes(grid.figure, styles.figure)}>
          Tokens
        </div>
        <div role="columnheader" tabIndex={-1} className={classes(grid.figure, styles.figure)}>
          Cost
        </div>
        <div role="columnheader" tabIndex={-1} className={classes(grid.figure, styles.duration)}>
          Duration
        </div>
      </div>
    </div>
  )
}
