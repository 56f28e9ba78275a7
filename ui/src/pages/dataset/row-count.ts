import { formatCount, formatThings } from '../../format/number.ts'

interface RowCount {
  /** Of the whole table. */
  readonly all: number
  readonly isFiltered: boolean
  /** Undefined while they are read. */
  readonly loaded: number | undefined
  readonly hasMore: boolean
}

/** How many rows there are; with a filter also how many fit it, as far as they are loaded: `200+ of 5,000 rows`. */
export function rowCountText({ all, isFiltered, loaded, hasMore }: RowCount): string {
  if (!isFiltered) return formatThings(all, 'row')
  const matching = loaded === undefined ? '–' : `${formatCount(loaded)}${hasMore ? '+' : ''}`
  return `${matching} of ${formatThings(all, 'row')}`
}
