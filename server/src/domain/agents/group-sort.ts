import { ServiceError } from '../../errors.ts'
import type { SpanGroupQuery } from './span-groups.ts'

interface ReceivedSortKey {
  readonly field: string
  readonly direction?: 'asc' | 'desc'
}

/** Parses the sort order of groups, given by the names of keys and measures in the response. */
export function groupSort(
  sortBy: readonly ReceivedSortKey[] = [],
  keys: readonly string[],
  measures: readonly string[],
): SpanGroupQuery['sort'] {
  const asked = sortBy.length > 0 ? sortBy : [{ field: 'last_seen' }]
  return asked.map(({ field, direction = 'desc' }) => {
    const [key, measure] = [keys.indexOf(field), measures.indexOf(field)]
    if (key >= 0) return { by: 'key', at: key, direction }
    if (measure >= 0) return { by: 'measure', at: measure, direction }
    const known = [...keys, ...measures].join(', ')
    throw new ServiceError('invalid_request', `sort_by: unknown field ${field}; use ${known}`)
  })
}
