import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useActivity } from '../../api/activity.ts'
import { useCallCount, useCallPages } from '../../api/calls.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useNow } from '../../components/useNow.ts'
import { withWindow } from '../../filter/edit.ts'
import { useProjectId } from '../../navigation/project.ts'
import { ActivityStrip } from './ActivityStrip.tsx'
import { activityBars, activityWindow } from './activity.ts'
import { EVERYTHING, FirstTrace } from './FirstTrace.tsx'
import { FilterBar } from './filter-bar/FilterBar.tsx'
import styles from './Page.module.css'
import { Toolbar } from './Toolbar.tsx'
import { TracesTable } from './TracesTable.tsx'
import { useLiveRows } from './useLiveRows.ts'
import { useTablePreferences } from './useTablePreferences.ts'
import { type TraceView, useTraceView } from './useTraceView.ts'

const Peek = lazy(() => import('../trace/Peek.tsx'))

/** The home of a project: filter, activity and table of its traces. */
export function TracesPage() {
  const projectId = useProjectId()
  const view = useTraceView()
  const { search, sort, peek } = view
  const preferences = useTablePreferences(projectId)
  const filterInput = useRef<HTMLInputElement>(null)
  const pages = useCallPages(projectId, search, sort)
  const calls = useMemo(() => pages.data?.pages.flatMap((page) => page.calls) ?? [], [pages.data])
  const mayBeEmpty = pages.isSuccess && calls.length === 0
  const total = useCallCount(projectId, mayBeEmpty ? EVERYTHING : undefined)
  const count = useCallCount(projectId, search)
  const { newCount, showNew } = useLiveRows(projectId, search, sort, view.isLive)

  useEffect(() => {
    document.title = `Traces · ${projectId} · Heddle`
  }, [projectId])
  if (mayBeEmpty && total?.count === 0) return <FirstTrace projectId={projectId} />
  return (
    <div className={styles.page}>
      <h1 className="unseen">Traces</h1>
      <div className={styles.filter}>
        <FilterBar projectId={projectId} {...view} onFilter={view.setFilter} inputRef={filterInput} />
        <Toolbar projectId={projectId} view={view} preferences={preferences} count={count} />
      </div>
      <Activity projectId={projectId} view={view} />
      <div className={styles.panes}>
        {pages.error ? (
          <ErrorState title="The calls could not be read" error={pages.error} onRetry={pages.refetch} />
        ) : (
          <TracesTable
            projectId={projectId}
            view={view}
            preferences={preferences}
            calls={calls}
            pages={pages}
            filterInput={filterInput}
            newCount={newCount}
            onShowNew={showNew}
          />
        )}
        {peek !== undefined && (
          <div className={styles.peek}>
            <Suspense>
              <Peek callId={peek} onClose={() => view.setPeek(undefined)} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

function Activity({ projectId, view }: { readonly projectId: string; readonly view: TraceView }) {
  const { parts, range, metric, search } = view
  const minute = Math.floor(useNow().getTime() / 60_000)
  const window = useMemo(
    () => activityWindow(parts, range, new Date((minute + 1) * 60_000)),
    [parts, range, minute],
  )
  const { data } = useActivity(projectId, search, window)
  const bars = useMemo(
    () => data && activityBars(data.call_buckets, data.usage_buckets, metric),
    [data, metric],
  )
  return (
    <ActivityStrip
      bars={bars}
      bucketMs={(data?.granularity ?? 0) * 1000}
      metric={metric}
      onMetric={view.setMetric}
      range={range}
      onRange={view.setRange}
      onWindow={(from, to) => view.setFilter(withWindow(view.filter, from, to))}
    />
  )
}
