import { useState } from 'react'
import { useLocation } from 'wouter'
import { type SavedChart, useChangeCharts, useSavedCharts } from '../../api/saved-charts.ts'
import { useWriteAccess } from '../../api/session.ts'
import type { ActivityWindow } from '../../api/stats.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Chart } from '../../components/Chart/Chart.tsx'
import { type ChartSeries, sumOf } from '../../components/Chart/series.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Menu, type MenuItem } from '../../components/Menu.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Skeleton } from '../../components/Skeleton.tsx'
import { useToast } from '../../components/Toast.tsx'
import { tracesPath } from '../../navigation/paths.ts'
import { bucketRange } from '../../stats/links.ts'
import { chartTitle, MEASURES, withMoved } from '../../stats/saved-chart.ts'
import { ChartDialog } from './ChartDialog.tsx'
import styles from './Page.module.css'
import { useChartData } from './useChartData.ts'
import type { DashboardFilter } from './useDashboardFilter.ts'

interface SavedChartsProps {
  readonly projectId: string
  readonly filtering: DashboardFilter
  readonly window: ActivityWindow | undefined
  /** Buckets of the page. */
  readonly times: readonly number[]
  readonly bucketSeconds: number
}

/** Charts that the users of the project made. */
export function SavedCharts(props: SavedChartsProps) {
  const { projectId } = props
  const { data: charts = [] } = useSavedCharts(projectId)
  const { mutate, isPending, error, reset } = useChangeCharts(projectId)
  const [edited, setEdited] = useState<SavedChart | 'new'>()
  const access = useWriteAccess(projectId)
  const toast = useToast()
  const onError = (failure: Error) => toast.failed('Could not change the charts', failure)

  const close = () => {
    setEdited(undefined)
    reset()
  }
  const onChange = (change: ChartsChange) => mutate(change, { onError })
  return (
    <section className={styles.section} aria-label="Project charts">
      <div className={styles.sectionHead}>
        <h2>Project charts</h2>
        <span>
          {charts.length === 0 && 'Your own measures, splits and filters, for everyone in the project'}
        </span>
        <Button icon="plus" size="small" {...access} onClick={() => setEdited('new')}>
          Add chart
        </Button>
      </div>
      {charts.length > 0 && (
        <div className={styles.charts}>
          {charts.map((chart, index) => (
            <DrawnChart
              key={chart.id}
              {...props}
              chart={chart}
              items={access.disabled ? [] : menuItems(charts, index, { onEdit: setEdited, onChange })}
            />
          ))}
        </div>
      )}
      {edited && (
        <ChartDialog
          projectId={projectId}
          chart={edited === 'new' ? undefined : edited}
          isSaving={isPending}
          error={error}
          onSave={(draft) => {
            const saved = { ...draft, id: edited === 'new' ? newId() : edited.id }
            mutate((all) => withSaved(all, saved), { onSuccess: close })
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

type ChartsChange = (charts: readonly SavedChart[]) => readonly SavedChart[]

interface ChartActions {
  readonly onEdit: (chart: SavedChart) => void
  readonly onChange: (change: ChartsChange) => void
}

function menuItems(
  charts: readonly SavedChart[],
  index: number,
  { onEdit, onChange }: ChartActions,
): MenuItem[] {
  const chart = charts[index]
  if (!chart) return []
  const { id } = chart
  const move = (label: string, by: -1 | 1): MenuItem => ({
    label,
    disabled: charts[index + by] === undefined,
    onSelect: () => onChange((all) => withMoved(all, id, by)),
  })
  return [
    { label: 'Edit', onSelect: () => onEdit(chart) },
    move('Move left', -1),
    move('Move right', 1),
    {
      label: 'Delete',
      tone: 'danger',
      onSelect: () => onChange((all) => all.filter((each) => each.id !== id)),
    },
  ]
}

const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

/** Replaces the chart with the same id, or adds it at the end. */
const withSaved = (charts: readonly SavedChart[], saved: SavedChart): SavedChart[] =>
  charts.some(({ id }) => id === saved.id)
    ? charts.map((chart) => (chart.id === saved.id ? saved : chart))
    : [...charts, saved]

interface DrawnChartProps extends SavedChartsProps {
  readonly chart: SavedChart
  readonly items: readonly MenuItem[]
}

function DrawnChart({ chart, items, bucketSeconds, ...query }: DrawnChartProps) {
  const [, navigate] = useLocation()
  const { error, retry, series, times, groupCount, filter } = useChartData({ chart, ...query })
  const title = chartTitle(chart)
  const menu = items.length > 0 && (
    <Menu
      label={`Actions for ${title}`}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} label={`Actions for ${title}`} icon="more" size="small" />}
    />
  )
  if (error) {
    return (
      <Panel title={title} actions={menu}>
        <ErrorState title="Could not load the chart" error={error} onRetry={retry} />
      </Panel>
    )
  }
  if (!series) return <Skeleton height="228px" />
  return (
    <Chart
      {...MEASURES[chart.measure]}
      title={title}
      summary={summaryOf(chart, series, groupCount)}
      series={series}
      times={times}
      bucketSeconds={bucketSeconds}
      onBucket={(index) =>
        navigate(tracesPath(query.projectId, filter, bucketRange({ times, bucketSeconds }, index)))
      }
      actions={menu}
    />
  )
}

/** The sum if there is one, the groups that are drawn, and the filter of the chart. */
function summaryOf(
  { measure, filter }: SavedChart,
  series: readonly ChartSeries[],
  groupCount: number,
): string {
  const { kind, format } = MEASURES[measure]
  const isWhole = groupCount <= series.length
  const parts = [
    ...(series.length === 0 ? ['no data'] : []),
    ...(kind === 'bars' && isWhole ? [format(sumOf(series.map(({ values }) => sumOf(values))))] : []),
    ...(isWhole ? [] : [`top ${series.length} of ${groupCount}`]),
    ...(filter === '' ? [] : [filter]),
  ]
  return parts.join(' · ')
}
