import { malformed, ServiceError } from '../../errors.ts'
import type { Catalogue } from '../../query/bind.ts'
import { checkSegments, splitPath } from '../../query/path.ts'

type Direction = 'asc' | 'desc'

/** One key of a table's sort order, as clients write it: early ones spell `direction` as `order`. */
export interface TableSortRequest {
  readonly field: string
  readonly direction?: Direction
  readonly order?: Direction
}

export interface TableSortKey {
  readonly path: readonly string[]
  readonly direction: Direction
}

export function tableSort(sortBy: readonly TableSortRequest[] = []): TableSortKey[] {
  return sortBy.map(({ field, direction, order }, index) => {
    const chosen = direction ?? order
    if (!chosen) {
      throw malformed([
        { loc: ['body', 'sort_by', index, 'direction'], msg: 'Field required', type: 'missing' },
      ])
    }
    return { path: pathOf(field), direction: chosen }
  })
}

/** Dots separate keys; a dot inside a key is written `\.`, as in filters. */
function pathOf(field: string): string[] {
  const path = splitPath(field)
  if (field.trim() === '' || path.includes('')) {
    throw new ServiceError('invalid_request', `sort_by field ${JSON.stringify(field)} is no path into a row`)
  }
  return path
}

const WHOLE_ROW = '*'

/** The fields of a table's rows: a column, a path into one, or `*` for the whole row. */
export const tableRowCatalogue: Catalogue = {
  nullMeans: 'unset',
  resolve: (path) => ({
    kind: 'json',
    column: 'val',
    path: path === WHOLE_ROW ? [] : checkSegments(splitPath(path)),
    nullSorts: 'as unset',
  }),
}
