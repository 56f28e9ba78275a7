import { useTableRow } from '../../api/tables.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { JsonViewer } from '../../components/JsonViewer/JsonViewer.tsx'
import { SidePane } from '../../components/SidePane.tsx'
import { SkeletonLines } from '../../components/Skeleton.tsx'
import type { GridRow } from './grid.ts'

interface RowPaneProps {
  readonly projectId: string
  readonly table: string
  /** Index in the whole table. */
  readonly index: number
  /** If undefined, the row is loaded by itself: it is not loaded yet, or does not match the filter. */
  readonly loaded: GridRow | undefined
  readonly onClose: () => void
}

/** The full JSON of one row. */
export function RowPane({ projectId, table, index, loaded, onClose }: RowPaneProps) {
  const { data: read, error } = useTableRow(projectId, table, loaded ? undefined : index)
  const row = loaded ?? read
  const title = `Row ${index}`
  return (
    <SidePane title={title} onClose={onClose}>
      {row ? (
        <JsonViewer label={title} text={row.text} />
      ) : error ? (
        <ErrorState title="Could not load the row" error={error} />
      ) : row === null ? (
        <EmptyState title="Row not found" icon="table" />
      ) : (
        <SkeletonLines />
      )}
    </SidePane>
  )
}
