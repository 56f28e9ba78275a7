import { useMemo } from 'react'
import type { ActivityMetric } from '../../api/activity.ts'
import type { CallSort } from '../../api/calls.ts'
import { parse } from '../../filter/parse.ts'
import { readFilter } from '../../filter/read.ts'
import { useSearchParam } from '../../navigation/search-param.ts'
import { RANGES, type Range } from './activity.ts'

const FILTER_AT_FIRST = 'root:true'
const NEWEST_FIRST: CallSort = { field: 'started_at', direction: 'desc' }

export type TraceView = ReturnType<typeof useTraceView>

/** What the address says of the traces table. An absent filter is the default one; an empty one is none. */
export function useTraceView() {
  const [filterParam, setFilter] = useSearchParam('filter')
  const [sortParam, setSort] = useSearchParam('sort')
  const [metric, setMetric] = useSearchParam('metric')
  const [range, setRange] = useSearchParam('range')
  const [peek, setPeek] = useSearchParam('peek')
  const [live, setLive] = useSearchParam('live')

  const filter = filterParam ?? FILTER_AT_FIRST
  // Times such as -24h are worked out once for a filter: each answer is about the same search.
  const read = useMemo(() => ({ ...readFilter(filter, new Date()), parts: parse(filter) }), [filter])
  const sort = useMemo(() => sortOf(sortParam), [sortParam])

  return {
    filter,
    setFilter,
    ...read,
    isFiltered: filter !== FILTER_AT_FIRST && filter !== '',
    sort,
    setSort: (next: CallSort) => setSort(next.direction === 'desc' ? `-${next.field}` : next.field),
    metric: isMetric(metric) ? metric : ('count' satisfies ActivityMetric),
    setMetric: (next: ActivityMetric) => setMetric(next, { replace: true }),
    range: isRange(range) ? range : ('7d' satisfies Range),
    setRange: (next: Range) => setRange(next, { replace: true }),
    peek,
    setPeek,
    isLive: live !== undefined,
    setLive: (on: boolean) => setLive(on ? '1' : undefined, { replace: true }),
  }
}

function sortOf(param: string | undefined): CallSort {
  if (param === undefined || param === '') return NEWEST_FIRST
  return param.startsWith('-')
    ? { field: param.slice(1), direction: 'desc' }
    : { field: param, direction: 'asc' }
}

const isMetric = (text: string | undefined): text is ActivityMetric =>
  text === 'count' || text === 'cost' || text === 'p95'

const isRange = (text: string | undefined): text is Range => text !== undefined && Object.hasOwn(RANGES, text)
