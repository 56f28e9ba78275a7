import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { usePreviews } from '../../api/previews.ts'
import { CallRow } from './CallRow.tsx'
import { criticalPath } from './critical-path.ts'
import styles from './Structure.module.css'
import { ticksOf, tickText } from './time-scale.ts'
import { treeMove } from './tree-move.ts'
import type { Structure } from './useStructure.ts'
import { depthMaxOf } from './visible.ts'

const ROW_HEIGHT = 28
const TICKS_MAX = 3
/** The smallest pane shows as many. */
const ROWS_AT_TOP = 4

interface CallRowsProps {
  readonly projectId: string
  readonly structure: Structure
  readonly selected: number
  readonly hits: ReadonlySet<number>
  readonly showsCritical: boolean
  readonly onSelect: (index: number) => void
}

/** The calls of a trace as a tree, with their bars on one scale of time. Only the rows in view are drawn. */
export function CallRows({ projectId, structure, selected, hits, showsCritical, onSelect }: CallRowsProps) {
  const { tree, visible, isClosed, toggle, window } = structure
  const critical = useMemo(() => (showsCritical ? criticalPath(tree) : undefined), [tree, showsCritical])
  const depthMax = useMemo(() => depthMaxOf(tree, visible), [tree, visible])
  const scroller = useRef<HTMLDivElement>(null)
  const gridId = useId()
  const virtualizer = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // The header above the rows takes the room of one.
    scrollPaddingEnd: 2 * ROW_HEIGHT,
  })
  const selectedRow = visible.indexOf(selected)
  useEffect(() => {
    // To scroll costs a layout, also where there is nowhere to go.
    const isAtTop = selectedRow < ROWS_AT_TOP && scroller.current?.scrollTop === 0
    if (selectedRow >= 0 && !isAtTop) virtualizer.scrollToIndex(selectedRow)
  }, [virtualizer, selectedRow])

  const items = virtualizer.getVirtualItems()
  const idOf = (index: number) => tree.skeleton.calls.id[index] ?? ''
  const previews = usePreviews(
    projectId,
    items.map(({ index }) => idOf(visible[index] ?? -1)),
  )

  const move = (event: KeyboardEvent) => {
    const step = treeMove(event.key, { tree, visible, isClosed }, selected)
    if (!step) return
    event.preventDefault()
    if (step.kind === 'toggle') toggle(selected)
    else onSelect(step.index)
  }
  const select = useCallback(
    (index: number) => {
      scroller.current?.focus({ preventScroll: true })
      onSelect(index)
    },
    [onSelect],
  )

  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="treegrid"
      aria-label="Calls in the trace"
      aria-rowcount={visible.length + 1}
      tabIndex={0}
      aria-activedescendant={selectedRow < 0 ? undefined : `${gridId}-${selected}`}
      onKeyDown={move}
    >
      <HeadRow window={window} />
      <div
        role="rowgroup"
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize(), '--depth-max': Math.max(1, depthMax) }}
      >
        {items.map((item) => {
          const index = visible[item.index] ?? -1
          return (
            <CallRow
              key={idOf(index)}
              id={`${gridId}-${index}`}
              tree={tree}
              index={index}
              top={item.start}
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
        })}
      </div>
    </div>
  )
}

/** A tick too close to the end would be cut off. */
const hasRoom = ({ at }: { readonly at: number }): boolean => at < 78

function HeadRow({ window }: { readonly window: Structure['window'] }) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" tabIndex={-1} className={styles.headRow}>
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
        <div role="columnheader" tabIndex={-1} className={styles.figure}>
          Tokens
        </div>
        <div role="columnheader" tabIndex={-1} className={styles.figure}>
          Cost
        </div>
        <div role="columnheader" tabIndex={-1} className={styles.duration}>
          Duration
        </div>
      </div>
    </div>
  )
}
