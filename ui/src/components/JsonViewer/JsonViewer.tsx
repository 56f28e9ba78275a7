import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { FindBar } from './FindBar.tsx'
import styles from './JsonViewer.module.css'
import { type JsonActions, PageRowView, ValueRowView } from './RowViews.tsx'
import { rowMove } from './row-move.ts'
import type { JsonRow } from './rows.ts'
import { useJsonTree } from './useJsonTree.ts'

const ROW_HEIGHT = 22
const SMALL_CHARACTERS_MAX = 4000
const FIND_FROM_CHARACTERS = 1500

interface JsonViewerProps {
  readonly label: string
  /** JSON as it travelled: what is shown is never rounded by a parser. */
  readonly text: string
  /** What the paths of the document begin with: `inputs`. */
  readonly base?: string
  readonly actions?: JsonActions
}

/** A JSON document as a tree, read as far as it is opened. It grows up to `--json-height`, then scrolls. */
export function JsonViewer(props: JsonViewerProps) {
  // Another text is another document: what was open in the last one means nothing here.
  return <Viewer key={`${props.text.length} ${props.text.slice(0, 200)}`} {...props} />
}

function Viewer({ label, text, base, actions }: JsonViewerProps) {
  const { document: json, rows, depthMax, toggle, showMore, reveal, hitRow } = useJsonTree(text)
  const [chosen, setActive] = useState(0)
  const active = Math.max(0, Math.min(chosen, rows.length - 1))
  const scroller = useRef<HTMLDivElement>(null)
  const treeId = useId()
  // All rows of a small document are drawn: to measure them would take longer.
  const isLong = text.length > SMALL_CHARACTERS_MAX
  const virtualizer = useVirtualizer({
    enabled: isLong,
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  })
  const reach = useCallback(
    (index: number) => {
      if (isLong) virtualizer.scrollToIndex(index)
      else document.getElementById(`${treeId}-${index}`)?.scrollIntoView({ block: 'nearest' })
    },
    [isLong, virtualizer, treeId],
  )
  useEffect(() => {
    if (hitRow >= 0) reach(hitRow)
  }, [reach, hitRow])

  const openMenu = () => {
    const row = document.getElementById(`${treeId}-${active}`)
    row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click()
  }
  const press = (event: KeyboardEvent) => {
    const move = isForTree(event) ? rowMove(event, rows, active) : undefined
    if (!move) return
    event.preventDefault()
    const index = move.kind === 'go' ? move.index : active
    const row = rows[index]
    setActive(index)
    reach(index)
    if (!row || move.kind === 'go') return
    if (row.type !== 'value') showMore(row)
    else if (move.kind === 'toggle') toggle(row.start)
    else openMenu()
  }

  return (
    <div className={styles.viewer}>
      {text.length > FIND_FROM_CHARACTERS && <FindBar label={label} text={text} onHit={reveal} />}
      <div
        ref={scroller}
        className={styles.scroller}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={`${treeId}-${active}`}
        onKeyDown={press}
        onContextMenu={(event) => {
          // On some systems the key that opened a row's menu asks for the browser's when it is let go.
          if (isInMenu(event.target)) event.preventDefault()
        }}
      >
        <div
          className={styles.rows}
          role="presentation"
          style={{
            '--depth-max': Math.max(1, depthMax),
            ...(isLong && { height: virtualizer.getTotalSize() }),
          }}
        >
          {(isLong ? virtualizer.getVirtualItems() : rows.map(inFlow)).map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const place = {
              id: `${treeId}-${index}`,
              index,
              top: start,
              measure: isLong ? virtualizer.measureElement : undefined,
              isActive: index === active,
              onActivate: () => setActive(index),
            }
            if (row.type !== 'value') {
              return <PageRowView key={`${row.type} ${row.of}`} {...place} row={row} onShow={showMore} />
            }
            const value = { document: json, row, base, actions, isHit: index === hitRow, onToggle: toggle }
            return <ValueRowView key={row.start} {...place} {...value} tree={scroller} />
          })}
        </div>
      </div>
    </div>
  )
}

const inFlow = (_: JsonRow, index: number) => ({ index, start: undefined })

/** Menus inside of the tree keep their keys, buttons those that press them; the browser keeps its shortcuts. */
function isForTree({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isInMenu(target)) return false
  const isPress = key === 'Enter' || key === ' '
  return !(isPress && target instanceof HTMLButtonElement)
}

const isInMenu = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[popover]') !== null
