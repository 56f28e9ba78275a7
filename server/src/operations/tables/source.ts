import type { PlacedRow, TableSearch, TableStore } from '../../storage/port/tables.ts'
import type { PagedSource } from '../paged-rows.ts'

/** Places found at a time. */
const PLACES_MAX = 5_000

/** The rows of a table that match, in order, to be streamed or gathered. */
export function tableSource(tables: TableStore, search: TableSearch): PagedSource<number, PlacedRow> {
  return {
    keys: placePages(tables, search),
    read: (places, bytesMax) => tables.readPage(search.project_id, search.digest, places, bytesMax),
    keyOf: ({ original_index }) => original_index,
  }
}

/**
 * A table never changes, so pages of it fit together. Where rows are sorted or filtered, all places are found at once: every
 * page would have to search the whole table again.
 */
async function* placePages(tables: TableStore, search: TableSearch): AsyncGenerator<readonly number[]> {
  if (search.sort.length > 0 || search.row_digests || search.condition) {
    yield await tables.findPlaces(search)
    return
  }
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = search
  for (let taken = 0; taken < limit; taken += PLACES_MAX) {
    const wanted = Math.min(PLACES_MAX, limit - taken)
    const places = await tables.findPlaces({ ...search, offset: offset + taken, limit: wanted })
    yield places
    if (places.length < wanted) return
  }
}
