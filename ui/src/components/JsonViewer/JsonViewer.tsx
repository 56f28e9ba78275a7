import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { scrolls } from '../../keyboard/useKeyboard.ts'
import { hasModifier } from '../has-modifier.ts'
import { FindBar } from './FindBar.tsx'
import styles from './JsonViewer.module.css'
import { type JsonActions, PageRowView, ValueRowView } from './RowViews.tsx'
import { rowMove } from './row-move.ts'
import { type JsonRow, rowKey, useJsonTree } from './rows.ts'

const ROW_HEIGHT = 22
const SMALL_CHARACTERS_MAX = 4000
const FIND_FROM_CHARACTERS = 1500

interface JsonViewerProps {
  readonly label: string
  /** The JSON as received; it is never parsed as a whole, so numbers keep all their digits. */
  readonly text: string
  /** Prefix of the paths in this document: `inputs`. */
  readonly base?: string
  readonly actions?: JsonActions
}

/** A JSON document as a tree, scanned lazily as nodes expand. Grows up to `--json-height`, then scrolls. */
export function JsonViewer(props: JsonViewerProps) {
  // The key resets expanded rows when the text changes.
  return <Viewer key={`${props.text.length} ${props.text.slice(0, 200)}`} {...props} />
}

function Viewer({ label, text, base, actions }: JsonViewerProps) {
  const { document: json, rows, depthMax, toggle, showMore, reveal, hit, hitRow } = useJsonTree(text)
  const [chosen, setActive] = useState(0)
  const active = Math.max(0, Math.min(chosen, rows.length - 1))
  const scroller = useRef<HTMLDivElement>(null)
  const { items, height, measure, rowElementId, scrollTo } = useRowWindow(text, rows, scroller)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each match once, not when its row moves.
  useEffect(() => {
    if (hitRow >= 0) scrollTo(hitRow)
  }, [hit])

  const onKeyDown = (event: KeyboardEvent) => {
    const move = isForTree(event) ? rowMove(event, rows, active) : undefined
    if (!move) return
    event.preventDefault()
    const index = move.kind === 'go' ? move.index : active
    const row = rows[index]
    setActive(index)
    scrollTo(index)
    if (!row || move.kind === 'go') return
    if (row.type !== 'value') showMore(row)
    else if (move.kind === 'toggle') toggle(row.start)
    else openMenu(rowElementId(active))
  }
  const rowView = (row: JsonRow, index: number, top: number | undefined) => {
    const state = { isActive: index === active, onActivate: () => setActive(index) }
    const place = { id: rowElementId(index), index, top, measure, ...state }
    if (row.type !== 'value') {
      return <PageRowView key={rowKey(row)} {...place} row={row} onShow={showMore} />
    }
    const found = index === hitRow ? hit : undefined
    const value = { document: json, row, base, actions, hit: found, onToggle: toggle }
    return <ValueRowView key={rowKey(row)} {...place} {...value} tree={scroller} />
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
        aria-activedescendant={rowElementId(active)}
        onKeyDown={onKeyDown}
        onContextMenu={keepRowMenu}
      >
        <div
          className={styles.rows}
          role="presentation"
          style={{ '--depth-max': Math.max(1, depthMax), ...(height !== undefined && { height }) }}
        >
          {items.map(({ index, start }) => {
            const row = rows[index]
            return row && rowView(row, index, start)
          })}
        </div>
      </div>
    </div>
  )
}

/**
 * Which rows to render. Small documents render all rows in normal flow: measuring them would take longer
 * than virtualizing saves.
 */
function useRowWindow(text: string, rows: readonly JsonRow[], scroller: RefObject<HTMLDivElement | null>) {
  const treeId = useId()
  const isLong = text.length > SMALL_CHARACTERS_MAX
  const virtualizer = useVirtualizer({
    enabled: isLong,
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    // A measured height belongs to its row, which moves when another one opens or closes.
    getItemKey: useCallback((index: number) => rowKey(rows[index]), [rows]),
  })
  const scrollTo = useCallback(
    (index: number) => {
      if (isLong) virtualizer.scrollToIndex(index)
      else document.getElementById(`${treeId}-${index}`)?.scrollIntoView({ block: 'nearest' })
    },
    [isLong, virtualizer, treeId],
  )
  return {
    items: isLong ? virtualizer.getVirtualItems() : rows.map(inFlow),
    height: isLong ? virtualizer.getTotalSize() : undefined,
    measure: isLong ? virtualizer.measureElement : undefined,
    rowElementId: (index: number) => `${treeId}-${index}`,
    scrollTo,
  }
}

function openMenu(rowElementId: string): void {
  const row = document.getElementById(rowElementId)
  row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click()
}

/** On some systems, releasing the key that opened a row's menu also opens the browser's context menu. */
function keepRowMenu(event: MouseEvent): void {
  if (isInMenu(event.target)) event.preventDefault()
}

const inFlow = (_: JsonRow, index: number) => ({ index, start: undefined })

/** False for keys that belong to a row's menu, to a focused button or long text, or to the browser. */
function isForTree(event: KeyboardEvent): boolean {
  const { target, currentTarget, key } = event
  const opensMenu = key === 'F10' && event.shiftKey
  if ((hasModifier(event) && !opensMenu) || isInMenu(target)) return false
  if (target instanceof Element && target !== currentTarget && scrolls(key, target)) return false
  const isPress = key === 'Enter' || key === ' '
  return !(isPress && target instanceof HTMLButtonElement)
}

const isInMenu = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[popover]') !== null
