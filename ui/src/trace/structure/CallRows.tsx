import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useId, useMemo, useRef } from 'react'
import { usePreviews } from '../../api/previews.ts'
import { classes } from '../../components/classes.ts'
import { hasModifier } from '../../components/has-modifier.ts'
import grid from '../../components/TreeGrid.module.css'
import { useScrollToSelected } from '../../components/useScrollToSelected.ts'
import { CallRow } from './CallRow.tsx'
import { criticalPath } from './critical-path.ts'
import { indentation } from './indentation.ts'
import styles from './Structure.module.css'
import { ticksOf } from './time-scale.ts'
import { TREE_KEYS, treeMove } from './tree-move.ts'
import type { Structure } from './useStructure.ts'

export const ROW_HEIGHT = 28
const TICKS_MAX = 5
/** Fits in the smallest pane. */
const ROWS_AT_TOP = 4

interface CallRowsProps {
  readonly projectId: string
  readonly mode: 'tree' | 'timeline'
  readonly showsPreviews: boolean
  readonly structure: Structure
  readonly selected: number
  readonly hits: ReadonlySet<number>
  readonly showsCritical: boolean
  readonly onSelect: (index: number) => void
}

/** The calls of a trace, on a timeline with bars on a shared time axis. Only rows in view are rendered. */
export function CallRows(props: CallRowsProps) {
  const { projectId, mode, showsPreviews, structure, selected, hits, showsCritical, onSelect } = props
  const { tree, visible, isClosed, toggle, window } = structure
  const critical = useMemo(() => (showsCritical ? criticalPath(tree) : undefined), [tree, showsCritical])
  const scroller = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const selectedRow = visible.indexOf(selected)
  const { id, status } = tree.skeleton.calls
  const idOf = (index: number) => id[index] ?? ''
  const { items, height, inView } = useRowWindow(scroller, visible.length, {
    id: idOf(selected),
    row: selectedRow,
  })
  const previewed = showsPreviews ? items.map(({ index }) => visible[index] ?? -1) : []
  const running = previewed.filter((index) => status[index] === 'running')
  const previews = usePreviews(projectId, previewed.map(idOf), running.map(idOf))
  const indent = indentation(visible.slice(inView.from, inView.to).map((index) => tree.depth[index] ?? 0))
  const select = useSelectAndFocus(scroller, onSelect)

  const rowView = (index: number, top: number) => (
    <CallRow
      key={idOf(index)}
      id={`${gridId}-${index}`}
      tree={tree}
      index={index}
      top={top}
      window={mode === 'timeline' ? window : undefined}
      preview={showsPreviews ? (previews.get(idOf(index)) ?? '') : undefined}
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
      <HeadRow
        window={mode === 'timeline' ? window : undefined}
        showsPreviews={showsPreviews}
        fromLevel={indent.fromDepth + 1}
      />
      <div
        role="rowgroup"
        className={grid.body}
        style={{ height, '--from-depth': indent.fromDepth, '--levels': indent.levels }}
      >
        {items.map((item) => rowView(visible[item.index] ?? -1, item.start))}
      </div>
    </div>
  )
}

/** A click on a row leaves the keyboard in the tree. */
const useSelectAndFocus = (tree: RefObject<HTMLDivElement | null>, onSelect: (index: number) => void) =>
  useCallback(
    (index: number) => {
      tree.current?.focus({ preventScroll: true })
      onSelect(index)
    },
    [tree, onSelect],
  )

function onTreeKey(
  event: KeyboardEvent,
  structure: Structure,
  selected: number,
  onSelect: (index: number) => void,
): void {
  if (!TREE_KEYS.has(event.key) || hasModifier(event)) return
  event.preventDefault()
  const move = treeMove(event.key, structure, selected)
  if (move?.kind === 'toggle') structure.toggle(selected)
  else if (move) onSelect(move.index)
}

interface SelectedRow {
  readonly id: string
  /** Negative if it is not shown. */
  readonly row: number
}

/** The rows in view. Scrolls when the selection moves out of view. */
function useRowWindow(scroller: RefObject<HTMLDivElement | null>, count: number, { id, row }: SelectedRow) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // The sticky header covers one row.
    scrollPaddingEnd: 2 * ROW_HEIGHT,
  })
  // A pane that opens beside a page has no height at first.
  const hasHeight = (virtualizer.scrollRect?.height ?? 0) > 0
  useScrollToSelected(id, hasHeight && row >= 0, () => {
    // Scrolling forces a layout even when the position does not change.
    const isAtTop = row < ROWS_AT_TOP && scroller.current?.scrollTop === 0
    if (!isAtTop) virtualizer.scrollToIndex(row)
  })
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    inView: { from: startIndex, to: endIndex + 1 },
  }
}

/** A label too close to the right edge would be clipped. */
const hasRoom = ({ at }: { readonly at: number }): boolean => at < 90

interface HeadRowProps {
  /** Undefined without bars. */
  readonly window: Structure['window'] | undefined
  readonly showsPreviews: boolean
  /** Level at the left edge, from 1. */
  readonly fromLevel: number
}

function HeadRow({ window, showsPreviews, fromLevel }: HeadRowProps) {
  return (
    <div role="rowgroup" className={grid.head}>
      <div role="row" tabIndex={-1} className={classes(grid.columns, styles.columns)}>
        <div role="columnheader" tabIndex={-1}>
          Name{fromLevel > 1 && <span className={styles.fromLevel}>from level {fromLevel}</span>}
        </div>
        {showsPreviews && (
          <div role="columnheader" tabIndex={-1} className={styles.preview}>
            Preview
          </div>
        )}
        {window && (
          <div role="columnheader" tabIndex={-1} aria-label="Time" className={styles.ticks}>
            {ticksOf(window, TICKS_MAX)
              .filter(hasRoom)
              .map(({ us, at, text }) => (
                <span key={us} className={styles.tick} style={{ left: `${at}%` }}>
                  {text}
                </span>
              ))}
          </div>
        )}
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
