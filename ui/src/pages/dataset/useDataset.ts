import { valueAt } from '@heddle/contract/call/json'
import { useMemo, useState } from 'react'
import { useObjectVersion } from '../../api/objects.ts'
import { paging } from '../../api/paging.ts'
import { isNotFound } from '../../api/query-client.ts'
import { type TableChoice, useRowCounts, useTableRows } from '../../api/tables.ts'
import { tableDigest } from '../../object/ref.ts'
import { columnsWith, type GridColumn, type GridRow, gridRow } from './grid.ts'

export type Dataset = ReturnType<typeof useDataset>

/** A version of a dataset and the rows of its table, page by page. */
export function useDataset(projectId: string, name: string, digest: string, choice: TableChoice) {
  const versions = useObjectVersion(projectId, name, digest)
  const { data: version } = versions
  const table = version && tableDigest(valueAt(JSON.parse(version.valText), 'rows'))
  const pages = useTableRows(projectId, table, choice)
  const counts = useRowCounts(projectId, table === undefined ? [] : [table])
  const rows = useMemo(() => pages.data?.pages.flat().map(gridRow) ?? [], [pages.data])
  return {
    version,
    isMissing: version === undefined && isNotFound(versions.error),
    table,
    rows,
    count: table === undefined ? undefined : counts.data?.get(table)?.count,
    queries: [versions, pages],
    isLoading: version === undefined || (table !== undefined && pages.isPending),
    isOutdated: pages.isPlaceholderData,
    ...paging(pages),
  }
}

const NONE: readonly GridColumn[] = []

/** Columns of all rows loaded so far, so that filtering or sorting does not move them. */
export function useKnownColumns(rows: readonly GridRow[], table: string | undefined): readonly GridColumn[] {
  const [known, setKnown] = useState({ table, columns: NONE })
  const before = known.table === table ? known.columns : NONE
  const columns = useMemo(() => columnsWith(before, rows), [before, rows])
  if (columns !== known.columns || known.table !== table) setKnown({ table, columns })
  return columns
}
