import type { TableSort } from '../../components/DataTable/columns.ts'
import { useSearchParam } from '../../navigation/params.ts'

/** The sort of a table, kept in the address. A column sorts up, then down, then not at all. */
export function useSort(): [TableSort | undefined, (column: string) => void] {
  const [text, setText] = useSearchParam('sort')
  const sort = text === undefined ? undefined : readSort(text)
  const sortBy = (column: string) => {
    if (sort?.column !== column) setText(column)
    else setText(sort.direction === 'asc' ? `-${column}` : undefined)
  }
  return [sort, sortBy]
}

const readSort = (text: string): TableSort =>
  text.startsWith('-') ? { column: text.slice(1), direction: 'desc' } : { column: text, direction: 'asc' }
