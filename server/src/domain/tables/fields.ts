import type { Catalogue } from '../../query/bind.ts'
import { checkSegments, splitPath } from '../../query/path.ts'

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
