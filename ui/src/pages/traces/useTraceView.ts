import { readFilter } from '@heddle/contract/filter/compile'
import { groupPath } from '@heddle/contract/filter/fields'
import { parse } from '@heddle/contract/filter/parse'
import { useCallback, useMemo } from 'react'
import type { CallSort } from '../../api/calls.ts'
import type { ActivityMetric } from '../../api/stats.ts'
import { useIdsOfUser } from '../../api/users.ts'
import { withoutField } from '../../filter/edit.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { useTimeRange } from '../../range/useTimeRange.ts'
import { withinRange } from '../../range/within-range.ts'

const DEFAULT_FILTER = 'root:true'
const NEWEST_FIRST: CallSort = { field: 'started_at', direction: 'desc' }

export type TraceView = ReturnType<typeof useTraceView>

/** The query string of a saved view with a filter, the default one if it has none, and in the time range that is chosen. */
export function openedView(search: string, range: string | undefined): string {
  const params = new URLSearchParams(search)
  if (!params.has('filter')) params.set('filter', DEFAULT_FILTER)
  if (range !== undefined) params.set('range', range)
  return String(params)
}

/** Whether a query string has no state of a view. The time range is kept on the way from page to page. */
export const isPlain = (search: string): boolean =>
  [...new URLSearchParams(search).keys()].every((name) => name === 'range')

/** State of the traces table in the URL. A missing filter means the default, an empty one means none. */
export function useTraceView(projectId: string) {
  const [filterParam, setFilter] = useSearchParam('filter')
  const [sortParam, setSort] = useSearchParam('sort')
  const [metric, setMetric] = useSearchParam('metric')
  const range = useTimeRange()
  const [peek, setPeekParam] = useSearchParam('peek')
  const [chosen, setChosen] = useSearchParam('call')
  const [live, setLive] = useSearchParam('live')
  const [group, setGroup] = useSearchParam('group')

  const filter = filterParam ?? DEFAULT_FILTER
  // Relative times such as -24h are resolved once per filter, so that all requests use the same search.
  // Users are loaded only for filters that need them.
  const idsOfUser = useIdsOfUser(projectId, filter.includes('user:'))
  const read = useMemo(
    () => ({ ...readFilter(filter, { now: new Date(), idsOfUser }), parts: parse(filter) }),
    [filter, idsOfUser],
  )
  const search = useMemo(
    () => read.search && withinRange(read.search, range.bounds),
    [read.search, range.bounds],
  )
  const sort = useMemo(() => sortOf(sortParam), [sortParam])

  const hasChosen = chosen !== undefined
  const setPeek = useCallback<typeof setPeekParam>(
    (id, options) => {
      setPeekParam(id, options)
      // The selected call belongs to the trace of the entry before, where going back finds it again.
      if (hasChosen) setChosen(undefined, { replace: true })
    },
    [hasChosen, setChosen, setPeekParam],
  )

  return {
    filter,
    setFilter,
    ...read,
    /** Matches the filter and the time range. */
    search,
    /** Matches the filter at any time. */
    filterSearch: read.search,
    isFiltered: filter !== DEFAULT_FILTER && filter !== '',
    sort,
    setSort: (next: CallSort) => setSort(next.direction === 'desc' ? `-${next.field}` : next.field),
    metric: isMetric(metric) ? metric : ('count' satisfies ActivityMetric),
    setMetric: (next: ActivityMetric) => setMetric(next, { replace: true }),
    range: {
      ...range,
      /** Replaces start times in the filter too, so that the range is the one chosen. */
      setRange: (next: string | undefined) => {
        range.setRange(next)
        const open = withoutField(filter, 'started')
        if (open !== filter) setFilter(open, { replace: true })
      },
    },
    /** Field that the calls are grouped by. */
    group: group !== undefined && groupPath(group) !== undefined ? group : undefined,
    setGroup,
    /** Shows the calls of a group. */
    openGroup: (next: string) => {
      setFilter(next)
      setGroup(undefined, { replace: true })
    },
    peek,
    setPeek,
    /** The call selected in the peek pane, which may be a descendant of the row's call. */
    peekCall: peek === undefined ? undefined : (chosen ?? peek),
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
