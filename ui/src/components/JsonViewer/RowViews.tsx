import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatBytes, formatCount } from '../../format/number.ts'
import { isContainer } from '../../json/children.ts'
import { dottedPath } from '../../json/dotted-path.ts'
import { ESCAPE_CHARACTERS_MAX } from '../../json/find.ts'
import { IconButton } from '../Button.tsx'
import { copyText } from '../CopyButton.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'
import { Menu, type MenuItem } from '../Menu.tsx'
import { RedactedText } from '../RedactedText.tsx'
import { useToast } from '../Toast.tsx'
import styles from './JsonViewer.module.css'
import { MediaChip, mediaOf } from './MediaChip.tsx'
import { type Hit, type JsonDocument, PAGE, type PageRow, type ValueRow } from './rows.ts'
import { copiedText, countText, headText, markIn, summaryText } from './value-text.ts'

/** Actions on a value that reach outside the viewer. */
export interface JsonActions {
  readonly onFilter?: (path: string, value: string) => void
  readonly onColumn?: (path: string) => void
}

interface ValueRowViewProps extends RowViewProps {
  readonly document: JsonDocument
  readonly row: ValueRow
  readonly base: string | undefined
  readonly actions: JsonActions | undefined
  /** The match of a search that is in this row. */
  readonly hit: Hit | undefined
  /** Receives the focus when the row's menu closes. */
  readonly tree: RefObject<HTMLElement | null>
  readonly onToggle: (start: number) => void
}

export function ValueRowView(props: ValueRowViewProps) {
  const { id, index, top, measure, row, isActive, hit, onActivate, onToggle } = props
  const canOpen = isContainer(row.kind)
  const key = row.path.at(-1)
  // The menu mounts on the first hover or focus: documents have many rows, and few menus are ever opened.
  const [isVisited, setIsVisited] = useState(false)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys.
    <div
      id={id}
      ref={measure}
      data-index={index}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-expanded={canOpen ? row.isOpen : undefined}
      className={classes(styles.row, isActive && styles.active, hit && styles.hit)}
      style={rowStyle(top, row.depth)}
      onClick={onActivate}
      onPointerEnter={() => setIsVisited(true)}
    >
      {canOpen ? (
        <button
          type="button"
          className={styles.toggle}
          tabIndex={-1}
          aria-label={row.isOpen ? 'Collapse' : 'Expand'}
          onClick={() => onToggle(row.start)}
        >
          <Icon name={row.isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
        </button>
      ) : (
        <span className={styles.toggle} />
      )}
      {key !== undefined && (
        <span className={typeof key === 'number' ? styles.index : styles.key}>{`${key}`}</span>
      )}
      <Value {...props} />
      {(isActive || isVisited) && <RowMenu {...props} />}
    </div>
  )
}

function Value({ document, row, hit, onToggle }: ValueRowViewProps) {
  switch (row.kind) {
    case 'string':
      return <StringValue document={document} row={row} hit={hit} />
    case 'object':
    case 'array':
      return <ContainerValue document={document} row={row} onToggle={onToggle} />
    default:
      return <span className={styles[row.kind]}>{document.text.slice(row.start, row.end)}</span>
  }
}

function RowMenu({ document, row, base, actions, tree }: ValueRowViewProps) {
  const toast = useToast()
  const path = dottedPath(base, row.path)
  const copy = (what: string, text: string) => () => {
    copyText(text).then(
      () => toast.done(`Copied ${what}`),
      (error: unknown) => toast.failed('Copy failed', error),
    )
  }
  const items: MenuItem[] = [
    { label: 'Copy path', icon: 'copy', onSelect: copy('path', path) },
    { label: 'Copy value', icon: 'copy', onSelect: () => copy('value', copiedText(document, row))() },
  ]
  const { onFilter, onColumn } = actions ?? {}
  if (onFilter && !isContainer(row.kind)) {
    const filter = () => onFilter(path, copiedText(document, row))
    items.push({ label: 'Filter by this value', icon: 'filter', onSelect: filter })
  }
  if (onColumn) items.push({ label: 'Add as column', icon: 'columns', onSelect: () => onColumn(path) })
  return (
    <span className={styles.menu}>
      <Menu
        label={`Actions for ${path}`}
        align="end"
        items={items}
        returnTo={tree}
        trigger={(props) => (
          <IconButton {...props} tabIndex={-1} label={`Actions for ${path}`} icon="more" size="small" />
        )}
      />
    </span>
  )
}

interface ContainerValueProps {
  readonly document: JsonDocument
  readonly row: ValueRow
  readonly onToggle: (start: number) => void
}

/** An object or array: its size and, while closed, a preview. */
function ContainerValue({ document, row, onToggle }: ContainerValueProps) {
  return (
    <button type="button" className={styles.container} tabIndex={-1} onClick={() => onToggle(row.start)}>
      <span className={styles.count}>{countText(document, row) ?? formatBytes(row.end - row.start)}</span>
      {!row.isOpen && <span className={styles.summary}>{summaryText(document, row)}</span>}
    </button>
  )
}

const CLIPPED = 240
const MEDIA_CHARACTERS_MAX = 20_000_000
/** More text than this at once makes the browser slow. */
const SHOWN_STEP = 100_000
const SHOWN_FOR_MATCH_MAX = 10 * SHOWN_STEP

interface StringValueProps {
  readonly document: JsonDocument
  readonly row: ValueRow
  readonly hit: Hit | undefined
}

/** A string, clipped if long; base64 media as a chip. */
function StringValue({ document, row, hit }: StringValueProps) {
  const [wanted, setShown] = useState(CLIPPED)
  const length = row.end - row.start
  const least = hit === undefined ? CLIPPED : shownFor(hit, row)
  const shown = Math.max(wanted, least)
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (hit) scrollToMark(box.current)
  }, [hit])
  const media = length < MEDIA_CHARACTERS_MAX && looksLikeMedia(document, row)
  if (media) return <MediaChip media={media} />

  const text = headText(document, row, shown)
  const mark = hit && hit.offset - row.start < shown ? markIn(document, row, hit) : undefined
  const isLong = length > CLIPPED
  return (
    <span ref={box} className={shown > CLIPPED ? styles.long : styles.string}>
      <RedactedText text={mark ? text.slice(0, mark.from) : text} />
      {mark && (
        <>
          <mark>{text.slice(mark.from, mark.to)}</mark>
          <RedactedText text={text.slice(mark.to)} />
        </>
      )}
      {shown < length && '…'}
      {isLong && (
        <span className={styles.buttons}>
          {shown < length && (
            <button
              type="button"
              className={styles.more}
              tabIndex={-1}
              onClick={() => setShown(shown < SHOWN_STEP ? SHOWN_STEP : shown + SHOWN_STEP)}
            >
              {length <= SHOWN_STEP || shown < SHOWN_STEP
                ? `Show all ${formatCount(length - 2)} characters`
                : 'Show more'}
            </button>
          )}
          {shown > least && (
            <button type="button" className={styles.more} tabIndex={-1} onClick={() => setShown(CLIPPED)}>
              Show less
            </button>
          )}
        </span>
      )}
    </span>
  )
}

/** As far as the match, in the steps of the button; a match further down is not worth a slow browser. */
function shownFor(hit: Hit, row: ValueRow): number {
  const characters = hit.offset + ESCAPE_CHARACTERS_MAX * hit.length - row.start
  if (characters <= CLIPPED) return CLIPPED
  return Math.min(SHOWN_FOR_MATCH_MAX, Math.ceil(characters / SHOWN_STEP) * SHOWN_STEP)
}

/** Scrolls a string, and nothing around it, to the mark inside. */
function scrollToMark(box: HTMLElement | null): void {
  const mark = box?.querySelector('mark')
  if (!box || !mark) return
  box.scrollTop += mark.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3
}

function looksLikeMedia(document: JsonDocument, row: ValueRow) {
  const head = headText(document, row, 120)
  // Decodes the whole string only if its start looks like media.
  return /^(data:|iVBOR|\/9j\/|R0lGOD|UklGR|JVBERi0|SUQz|T2dnUw)/.test(head)
    ? mediaOf(copiedText(document, row))
    : undefined
}

interface PageRowViewProps extends RowViewProps {
  readonly row: PageRow
  readonly onShow: (row: PageRow) => void
}

/** Button that shows the next or previous page of children. */
export function PageRowView({ id, index, top, measure, isActive, row, onShow }: PageRowViewProps) {
  return (
    <div
      id={id}
      ref={measure}
      data-index={index}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      className={classes(styles.row, isActive && styles.active)}
      style={rowStyle(top, row.depth)}
    >
      <button type="button" className={styles.more} tabIndex={-1} onClick={() => onShow(row)}>
        {row.type === 'later' ? `Show ${PAGE} more` : `Show previous ${PAGE}`}
      </button>
    </div>
  )
}

/** Props common to all rows. */
interface RowViewProps {
  readonly id: string
  readonly index: number
  /** Pixels from the top of the tree; undefined for rows in normal flow. */
  readonly top: number | undefined
  readonly measure: ((element: HTMLElement | null) => void) | undefined
  readonly isActive: boolean
  readonly onActivate: () => void
}

/** Position and indentation of a row. */
const rowStyle = (top: number | undefined, depth: number) => ({
  '--depth': depth,
  ...(top !== undefined && { position: 'absolute' as const, top }),
})
