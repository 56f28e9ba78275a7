import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { isContainer } from '../../json/scan.ts'
import { FindBar } from './FindBar.tsx'
import styles from './JsonViewer.module.css'
import { PageRowView } from './PageRowView.tsx'
import type { JsonRow } from './rows.ts'
import { useJsonTree } from './useJsonTree.ts'
import { type JsonActions, ValueRowView } from './ValueRowView.tsx'

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
  const { document: json, rows, toggle, showMore, reveal, hitRow } = useJsonTree(text)
  const [active, setActive] = useState(0)
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

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const row = rows[active]
    if (step !== undefined) {
      const next = Math.max(0, Math.min(rows.length - 1, active + step))
      setActive(next)
      reach(next)
    } else if (row && isToggledBy(row, event.key)) {
      if (row.type === 'value') toggle(row.start)
      else showMore(row)
    } else return
    event.preventDefault()
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
      >
        <div
          className={styles.rows}
          role="presentation"
          style={isLong ? { height: virtualizer.getTotalSize() } : undefined}
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
            return <ValueRowView key={row.start} {...place} {...value} />
          })}
        </div>
      </div>
    </div>
  )
}

const inFlow = (_: JsonRow, index: number) => ({ index, start: undefined })

function isToggledBy(row: JsonRow, key: string): boolean {
  if (row.type !== 'value') return key === 'Enter'
  if (!isContainer(row.kind)) return false
  return key === 'Enter' || (key === 'ArrowRight' && !row.isOpen) || (key === 'ArrowLeft' && row.isOpen)
}
