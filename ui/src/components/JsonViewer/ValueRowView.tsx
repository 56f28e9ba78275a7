import { type RefObject, useState } from 'react'
import { isContainer } from '../../json/scan.ts'
import { copyText } from '../CopyButton.tsx'
import { classes } from '../classes.ts'
import { IconButton } from '../IconButton.tsx'
import { Icon } from '../icons.tsx'
import { Menu, type MenuItem } from '../Menu.tsx'
import { useToast } from '../Toast.tsx'
import { ContainerValue } from './ContainerValue.tsx'
import styles from './JsonViewer.module.css'
import { type RowViewProps, rowStyle } from './row-view.ts'
import type { JsonDocument, ValueRow } from './rows.ts'
import { StringValue } from './StringValue.tsx'
import { copiedText, dottedPath } from './value-text.ts'

/** What a value can be used for outside of the viewer. */
export interface JsonActions {
  readonly onFilter?: (path: string, value: string) => void
  readonly onColumn?: (path: string) => void
}

interface ValueRowViewProps extends RowViewProps {
  readonly document: JsonDocument
  readonly row: ValueRow
  readonly base: string | undefined
  readonly actions: JsonActions | undefined
  readonly isHit: boolean
  /** Has the keyboard, and gets it back from the row's menu. */
  readonly tree: RefObject<HTMLElement | null>
  readonly onToggle: (start: number) => void
}

export function ValueRowView(props: ValueRowViewProps) {
  const { id, index, top, measure, row, isActive, isHit, onActivate, onToggle } = props
  const canOpen = isContainer(row.kind)
  const key = row.path.at(-1)
  // A document has many rows, and most of them are only read.
  const [isVisited, setIsVisited] = useState(false)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it moves and opens by keys.
    <div
      id={id}
      ref={measure}
      data-index={index}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-expanded={canOpen ? row.isOpen : undefined}
      className={classes(styles.row, isActive && styles.active, isHit && styles.hit)}
      style={rowStyle(top, row.depth)}
      onClick={onActivate}
      onPointerEnter={() => setIsVisited(true)}
    >
      {canOpen ? (
        <button
          type="button"
          className={styles.toggle}
          tabIndex={-1}
          aria-label={row.isOpen ? 'Close' : 'Open'}
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

function Value({ document, row, onToggle }: ValueRowViewProps) {
  switch (row.kind) {
    case 'string':
      return <StringValue document={document} row={row} />
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
      () => toast.done(`Copied the ${what}`),
      (error: unknown) => toast.failed('Nothing was copied', error),
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
        label={`What to do with ${path}`}
        align="end"
        items={items}
        returnTo={tree}
        trigger={(props) => (
          <IconButton {...props} tabIndex={-1} label={`Actions of ${path}`} icon="more" size="small" />
        )}
      />
    </span>
  )
}
