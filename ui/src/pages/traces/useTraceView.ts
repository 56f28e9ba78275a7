import { useCallback, useMemo } from 'react'
import type { CallSort } from '../../api/calls.ts'
import type { ActivityMetric } from '../../api/stats.ts'
import { useIdsOfUser } from '../../api/users.ts'
import { readFilter } from '../../filter/compile.ts'
import { withoutField } from '../../filter/edit.ts'
import { parse } from '../../filter/parse.ts'
import { useSearchParam } from '../../navigation/params.ts'
import { RANGES, type Range } from '../../stats/activity.ts'

const DEFAULT_FILTER = 'root:true'
const NEWEST_FIRST: CallSort = { field: 'started_at', direction: 'desc' }

export type TraceView = ReturnType<typeof useTraceView>

/** State of the traces table in the URL. A missing filter means the default, an empty one means none. */
export function useTraceView(projectId: string) {
  const [filterParam, setFilter] = useSearchParam('filter')
  const [sortParam, setSort] = useSearchParam('sort')
  const [metric, setMetric] = useSearchParam('metric')
  const [range, setRange] = useSearchParam('range')
  const [peek, setPeekParam] = useSearchParam('peek')
  const [chosen, setChosen] = useSearchParam('call')
  const [live, setLive] = useSearchParam('live')

  const filter = filterParam ?? DEFAULT_FILTER
  // Relative times such as -24h are resolved once per filter, so that all requests use the same search.
  // Users are loaded only for filters that need them.
  const idsOfUser = useIdsOfUser(projectId, filter.includes('user:'))
  const read = useMemo(
    () => ({ ...readFilter(filter, { now: new Date(), idsOfUser }), parts: parse(filter) }),
    [filter, idsOfUser],
  )
  const sort = useMemo(() => sortOf(sortParam), [sortParam])

  const hasChosen = chosen !== undefined
  const setPeek = useCallback<typeof setPeekParam>(
    (id, options) => {
      // The selected call belongs to the previous trace.
      if (hasChosen) setChosen(undefined, { replace: true })
      setPeekParam(id, options)
    },
    [hasChosen, setChosen, setPeekParam],
  )

  return {
    filter,
    setFilter,
    ...read,
    isFiltered: filter !== DEFAULT_FILTER && filter !== '',
    sort,
    setSort: (next: CallSort) => setSort(next.direction === 'desc' ? `-${next.field}` : next.field),
    metric: isMetric(metric) ? metric : ('count' satisfies ActivityMetric),
    setMetric: (next: ActivityMetric) => setMetric(next, { replace: true }),
    range: isRange(range) ? range : ('7d' satisfies Range),
    /** A range counts from now, so it clears an explicit time window. */
    setRange: (next: Range) => {
      setRange(next, { replace: true })
      const open = withoutField(filter, 'started')
      if (open !== filter) setFilter(open)
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

const isRange = (text: string | undefined): text is Range => text !== undefined && Object.hasOwn(RANGES, text)
