import type { CallSearch } from '@heddle/contract/filter/compile'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { useCallCount, useCallPages, useEarliestStart } from '../../api/calls.ts'
import { rememberedDefault, useDefaultView } from '../../api/saved-views.ts'
import { useActivity } from '../../api/stats.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { lazyComponent } from '../../components/lazy-component.tsx'
import { FilterBar } from '../../filter-bar/FilterBar.tsx'
import { usePageTitle } from '../../navigation/page-title.ts'
import { useProjectId, useSearchParam } from '../../navigation/params.ts'
import { projectPath, rememberTraces } from '../../navigation/paths.ts'
import { rangeText } from '../../range/time-range.ts'
import { activityBars, narrowedBounds, statsWindow } from '../../stats/activity.ts'
import { useIsIdle, useIsPainted, useNow } from '../../timing.ts'
import { ActivityStrip } from './ActivityStrip.tsx'
import { EVERYTHING, FirstTrace } from './FirstTrace.tsx'
import { GroupTable } from './GroupTable.tsx'
import { loadedList } from './live-changes.ts'
import styles from './Page.module.css'
import { Toolbar } from './Toolbar.tsx'
import { TracesTable } from './TracesTable.tsx'
import { useLiveRows } from './useLiveRows.ts'
import { needsWholePayloads, useTablePreferences } from './useTablePreferences.ts'
import { isPlain, openedView, type TraceView, useTraceView } from './useTraceView.ts'

const Peek = lazyComponent(() => import('../../trace/Peek.tsx'))

/** The home page of a project. Without any view state in the URL but a time range, it shows the project's default view. */
export function TracesPage() {
  const projectId = useProjectId()
  const [, navigate] = useLocation()
  // Refreshed in the background: the view last known is applied before the first request.
  useDefaultView(projectId, useIsIdle())
  const [range] = useSearchParam('range')
  const search = useLocationProperty(() => isPlain(window.location.search))
    ? rememberedDefault(projectId)
    : ''
  useLayoutEffect(() => {
    // With a filter, the URL is never plain again, and all else in the view can be removed.
    if (search === '') return
    navigate(`${projectPath(projectId)}?${openedView(search, range)}`, { replace: true })
  }, [navigate, projectId, search, range])
  return search === '' ? <Traces projectId={projectId} /> : null
}

/** Filter, activity chart and traces table. */
function Traces({ projectId }: { readonly projectId: string }) {
  const view = useTraceView(projectId)
  const preferences = useTablePreferences(projectId)
  const filterInput = useRef<HTMLInputElement>(null)
  const { pages, calls, arrived, showNew, cursor, isPainted, isProjectEmpty, hasNewRows } = useTraceRows(
    projectId,
    view,
    needsWholePayloads(preferences),
  )
  const shownSearch = isPainted ? view.search : undefined
  const counting = useCallCount(projectId, shownSearch, hasNewRows)

  useVisit(projectId, view, isPainted)
  if (isProjectEmpty) return <FirstTrace projectId={projectId} cursor={cursor} />
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">Traces</h1>
      <div className={styles.filter}>
        <FilterBar projectId={projectId} {...view} onFilter={view.setFilter} inputRef={filterInput} />
        <Toolbar projectId={projectId} view={view} preferences={preferences} count={counting.calls} />
      </div>
      {/* Waits for the count: a browser opens six connections per server, and the next click needs two. */}
      <Activity
        projectId={projectId}
        view={view}
        search={isPainted && counting.isAnswered ? view.filterSearch : undefined}
        isGrowing={hasNewRows}
      />
      <div className={styles.panes}>
        {view.group !== undefined ? (
          <GroupTable projectId={projectId} view={view} field={view.group} />
        ) : pages.isLoadingError ? (
          <ErrorState title="Could not load calls" error={pages.error} onRetry={pages.refetch} />
        ) : (
          <TracesTable
            projectId={projectId}
            view={view}
            preferences={preferences}
            calls={calls}
            pages={pages}
            mayLoadMore={isPainted}
            filterInput={filterInput}
            arrived={arrived}
            onShowNew={showNew}
          />
        )}
        {view.peek !== undefined && (
          <div className={styles.peek}>
            <Peek callId={view.peek} onClose={() => view.setPeek(undefined)} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Names the tab, remembers the view for the way back, and loads the peek pane ahead of the first click. */
function useVisit(projectId: string, view: TraceView, isPainted: boolean): void {
  usePageTitle(`Traces · ${projectId}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the state in the URL changes.
  useEffect(
    () => rememberTraces(projectId),
    [projectId, view.filter, view.sort, view.range.text, view.metric, view.group],
  )
  useEffect(() => {
    if (isPainted) void Peek.preload().catch(() => {})
  }, [isPainted])
}

/** The loaded rows, kept up to date by the live stream. The stream starts once the first rows are painted. */
function useTraceRows(projectId: string, { search, sort, isLive }: TraceView, wholePayloads: boolean) {
  const list = useMemo(
    () => ({ projectId, search, sort, wholePayloads }),
    [projectId, search, sort, wholePayloads],
  )
  const pages = useCallPages(list)
  const loaded = useMemo(
    () =>
      loadedList({
        calls: pages.data?.pages.flatMap((page) => page.calls) ?? [],
        isNewestFirst: sort.field === 'started_at' && sort.direction === 'desc',
        hasMore: pages.hasNextPage,
      }),
    [pages.data, pages.hasNextPage, sort],
  )
  const hasRows = pages.isSuccess && !pages.isPlaceholderData
  const isPainted = useIsPainted(hasRows)
  const cursor = isPainted ? (pages.data?.pages[0]?.cursor ?? undefined) : undefined
  const live = useLiveRows({ list, loaded, cursor, follow: isLive })
  const mayBeEmpty = hasRows && loaded.calls.length === 0
  const total = useCallCount(projectId, mayBeEmpty ? EVERYTHING : undefined)
  return {
    ...live,
    pages,
    cursor,
    isPainted,
    isProjectEmpty: mayBeEmpty && total.calls?.count === 0,
    hasNewRows: live.calls.length > loaded.calls.length,
  }
}

interface ActivityProps {
  readonly projectId: string
  readonly view: TraceView
  /** Undefined while the chart has to wait. */
  readonly search: CallSearch | undefined
  readonly isGrowing: boolean
}

function Activity({ projectId, view, search, isGrowing }: ActivityProps) {
  const { range, metric } = view
  const window = useActivityWindow(projectId, view, search !== undefined)
  const { data } = useActivity({ projectId, search, window, metric, isGrowing })
  const bars = useMemo(() => data && activityBars(data.call_buckets, data.usage_buckets, data.metric), [data])
  // Keeps its identity, so that the bars are not rendered again with the page.
  const { setRange } = range
  const latest = useRef(setRange)
  latest.current = setRange
  const narrow = useCallback((from: Date, to: Date) => latest.current(rangeText({ from, to })), [])
  return (
    <ActivityStrip
      bars={bars}
      barsMetric={data?.metric ?? metric}
      bucketMs={(data?.granularity ?? 0) * 1000}
      metric={metric}
      onMetric={view.setMetric}
      range={range}
      onWindow={narrow}
    />
  )
}

/** The time range as a window that ends with the current minute. */
function useActivityWindow(projectId: string, { parts, range }: TraceView, isNeeded: boolean) {
  const minute = Math.floor(useNow().getTime() / 60_000)
  const { bounds } = range
  const shown = useMemo(() => narrowedBounds(bounds, parts, new Date()), [bounds, parts])
  const earliest = useEarliestStart(projectId, isNeeded && shown.from === undefined)
  return useMemo(
    () =>
      shown.from || earliest !== undefined
        ? statsWindow(shown, earliest, new Date((minute + 1) * 60_000))
        : undefined,
    [shown, earliest, minute],
  )
}
