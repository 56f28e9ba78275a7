import { useCallback, useState } from 'react'
import { readLayout, type TableLayout } from './layout.ts'

/** A table's layout, kept in the browser under this key. */
export function useTableLayout(key: string): [TableLayout, (layout: TableLayout) => void] {
  const storedAs = `heddle.table.${key}`
  const [kept, setKept] = useState({ storedAs, layout: readLayout(localStorage.getItem(storedAs)) })
  const layout = kept.storedAs === storedAs ? kept.layout : readLayout(localStorage.getItem(storedAs))
  const setLayout = useCallback(
    (next: TableLayout) => {
      localStorage.setItem(storedAs, JSON.stringify(next))
      setKept({ storedAs, layout: next })
    },
    [storedAs],
  )
  return [layout, setLayout]
}
