import { useState } from 'react'
import { useTableRow } from '../../api/tables.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { SidePane } from '../../components/SidePane.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import type { GridColumn, GridRow } from './grid.ts'
import { RowEditor } from './RowEditor.tsx'
import { editedText, type RowEdits, stateOf, withDeletion, withRow } from './row-edits.ts'

interface RowPaneProps {
  readonly projectId: string
  readonly table: string
  /** Index in the whole table; negative for a new row. */
  readonly index: number
  /** If undefined, the row is loaded by itself: it is not loaded yet, or does not match the filter. */
  readonly loaded: GridRow | undefined
  readonly columns: readonly GridColumn[]
  readonly edits: RowEdits
  /** Undefined if the rows cannot be edited. */
  readonly onEdits: ((edits: RowEdits) => void) | undefined
  readonly onClose: () => void
}

/** The full JSON of one row, and its editor. */
export function RowPane({ projectId, table, index, loaded, edits, onEdits, ...props }: RowPaneProps) {
  const [isEditing, setEditing] = useState(index < 0)
  const isRead = !loaded && index >= 0
  const query = useTableRow(projectId, table, isRead ? index : undefined)
  const { data: read } = query
  const text = editedText(edits, index) ?? loaded?.text ?? read?.text
  const isDeleted = stateOf(edits, index) === 'deleted'
  const title = index < 0 ? 'New row' : `Row ${index}`
  const remove = () => {
    onEdits?.(withDeletion(edits, index))
    if (index < 0) props.onClose()
  }
  const actions = onEdits && text !== undefined && (
    <>
      {!isDeleted && (
        <Button size="small" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
          {isEditing ? 'Done' : 'Edit'}
        </Button>
      )}
      {isDeleted ? (
        <Button size="small" onClick={remove}>
          Restore
        </Button>
      ) : (
        <IconButton label="Delete row" icon="trash" size="small" onClick={remove} />
      )}
    </>
  )
  return (
    <SidePane title={title} actions={actions} onClose={props.onClose}>
      {text !== undefined && onEdits && isEditing && !isDeleted ? (
        <RowEditor
          text={text}
          columns={props.columns}
          onChange={(changed) => onEdits(withRow(edits, index, changed))}
        />
      ) : text !== undefined ? (
        <JsonViewer label={title} text={text} />
      ) : read === null || index < 0 ? (
        <EmptyState title="Row not found" icon="table" />
      ) : (
        <Loaded what="the row" queries={[query]}>
          <SkeletonLines />
        </Loaded>
      )}
    </SidePane>
  )
}
