import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { isContainer } from '../../json/scan.ts'
import { FindBar } from './FindBar.tsx'
import styles from './JsonViewer.module.css'
import { PageRowView } from './PageRowView.tsx'
import { firstOpen, JsonDocument, type JsonRow, type OpenContainers, opened, PAGE, rowsOf } from './rows.ts'
import { type JsonActions, ValueRowView } from './ValueRowView.tsx'

const ROW_HEIGHT = 22
const FIND_FROM_CHARACTERS = 400

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
  const document = useMemo(() => new JsonDocument(text), [text])
  const [open, setOpen] = useState<OpenContainers>(() => firstOpen(document))
  const [active, setActive] = useState(0)
  const [hit, setHit] = useState<number>()
  const rows = useMemo(() => rowsOf(document, open), [document, open])
  const scroller = useRef<HTMLDivElement>(null)
  const treeId = useId()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  })

  const toggle = (start: number) => {
    const next = new Map(open)
    if (!next.delete(start)) next.set(start, { from: 0, to: PAGE })
    setOpen(next)
  }
  const showMore = (row: JsonRow) => setOpen(withPage(open, row))
  const reveal = (offset: number | undefined) => {
    setHit(offset)
    if (offset !== undefined) setOpen(opened(document, open, offset))
  }
  const hitRow =
    hit === undefined ? -1 : rows.findLastIndex((row) => row.type === 'value' && row.start <= hit)
  useEffect(() => {
    if (hitRow >= 0) virtualizer.scrollToIndex(hitRow, { align: 'center' })
  }, [virtualizer, hitRow])

  const move = (event: KeyboardEvent) => {
    const row = rows[active]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      const next = Math.max(0, Math.min(rows.length - 1, active + step))
      setActive(next)
      virtualizer.scrollToIndex(next)
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
        onKeyDown={move}
      >
        <div className={styles.rows} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const place = {
              id: `${treeId}-${index}`,
              index,
              top: start,
              measure: virtualizer.measureElement,
              isActive: index === active,
              onActivate: () => setActive(index),
            }
            return row.type === 'value' ? (
              <ValueRowView
                key={row.start}
                {...place}
                document={document}
                row={row}
                base={base}
                actions={actions}
                isHit={index === hitRow}
                onToggle={toggle}
              />
            ) : (
              <PageRowView key={`${row.type} ${row.of}`} {...place} row={row} onShow={showMore} />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function isToggledBy(row: JsonRow, key: string): boolean {
  if (row.type !== 'value') return key === 'Enter'
  if (!isContainer(row.kind)) return false
  return key === 'Enter' || (key === 'ArrowRight' && !row.isOpen) || (key === 'ArrowLeft' && row.isOpen)
}

function withPage(open: OpenContainers, row: JsonRow): OpenContainers {
  if (row.type === 'value') return open
  const range = open.get(row.of) ?? { from: 0, to: PAGE }
  const wider =
    row.type === 'later'
      ? { ...range, to: range.to + PAGE }
      : { ...range, from: Math.max(0, range.from - PAGE) }
  return new Map(open).set(row.of, wider)
}
