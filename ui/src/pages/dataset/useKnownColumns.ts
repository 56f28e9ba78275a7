import { useMemo, useState } from 'react'
import { columnsWith, type GridColumn, type GridRow } from './grid.ts'

const NONE: readonly GridColumn[] = []

/** The columns that any rows of this table have had so far: a filter or a sort leaves them where they are. */
export function useKnownColumns(rows: readonly GridRow[], table: string | undefined): readonly GridColumn[] {
  const [known, setKnown] = useState({ table, columns: NONE })
  const before = known.table === table ? known.columns : NONE
  const columns = useMemo(() => columnsWith(before, rows), [before, rows])
  if (columns !== known.columns || known.table !== table) setKnown({ table, columns })
  return columns
}
