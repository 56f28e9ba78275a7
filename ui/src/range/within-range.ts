import type { CallSearch } from '@heddle/contract/filter/compile'
import { allOf, compare, field } from '@heddle/contract/filter/conditions'
import type { RangeBounds } from './time-range.ts'

/** Restricts a search to calls that started in a time range. */
export function withinRange(search: CallSearch, { from, to }: RangeBounds): CallSearch {
  const startedAt = field('started_at')
  const bounds = [
    ...(from ? [compare(startedAt, '>=', from.toISOString())] : []),
    ...(to ? [compare(startedAt, '<', to.toISOString())] : []),
  ]
  if (bounds.length === 0) return search
  const conditions = search.query ? [search.query.$expr, ...bounds] : bounds
  return { ...search, query: { $expr: allOf(conditions) } }
}
