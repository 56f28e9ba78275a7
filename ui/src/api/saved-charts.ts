import { isObject, valueAt } from '@heddle/contract/call/json'
import { createObject, queryObjects } from '@heddle/contract/objects'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'

/** In the order of the form. */
export const CHART_MEASURES = [
  'calls',
  'errors',
  'error_rate',
  'p50',
  'p95',
  'tokens',
  'cost',
  'feedback',
] as const

export type ChartMeasure = (typeof CHART_MEASURES)[number]

/** A chart that the users of a project made. */
export interface SavedChart {
  readonly id: string
  /** Empty for a title made of measure and split. */
  readonly title: string
  readonly measure: ChartMeasure
  /** Name of the feedback that is measured; otherwise empty. */
  readonly feedback: string
  /** Which calls are measured, whatever the dashboard shows. Feedback is on calls at any level. */
  readonly scope: 'roots' | 'all'
  /** Field of the filter bar with one series per value; empty for a single series. */
  readonly split: string
  /** Applies in addition to the filter of the dashboard. */
  readonly filter: string
}

/** The object that holds the charts of a project's dashboard; each change is a new version. */
const NAME = 'dashboard-charts'

const chartsKey = (projectId: string) => ['saved-charts', projectId] as const

/** Charts that the users of a project made, in their order. */
export function useSavedCharts(projectId: string) {
  return useQuery({
    queryKey: chartsKey(projectId),
    queryFn: ({ signal }) => fetchCharts(projectId, signal),
  })
}

async function fetchCharts(projectId: string, signal?: AbortSignal): Promise<SavedChart[]> {
  const filter = { object_ids: [NAME], base_object_classes: ['SavedView'], latest_only: true }
  const request = { project_id: projectId, filter }
  const { objs } = await client.call(queryObjects, request, signal ? { signal } : {})
  return readCharts(valueAt(objs[0]?.val, 'definition.charts'))
}

/** Reads the charts of a stored object. Skips what is no chart, such as those of a later version. */
export function readCharts(stored: unknown): SavedChart[] {
  return (Array.isArray(stored) ? stored : []).filter(isObject).flatMap((chart) => {
    const text = (key: string) => (typeof chart[key] === 'string' ? chart[key] : '')
    const measure = CHART_MEASURES.find((known) => known === chart.measure)
    if (!measure || text('id') === '') return []
    const scope = chart.scope === 'all' ? 'all' : 'roots'
    const texts = { title: text('title'), feedback: text('feedback'), split: text('split') }
    return [{ id: text('id'), measure, scope, ...texts, filter: text('filter') }]
  })
}

/** Changes the charts of a project as they are stored now, so that what others added meanwhile stays. */
export function useChangeCharts(projectId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: (charts: readonly SavedChart[]) => readonly SavedChart[]) => {
      const charts = change(await fetchCharts(projectId))
      await client.call(createObject, {
        obj: {
          project_id: projectId,
          object_id: NAME,
          builtin_object_class: 'SavedView',
          val: { view_type: 'dashboard', label: 'Dashboard', definition: { charts } },
        },
      })
      return charts
    },
    onSuccess: (charts) => queryClient.setQueryData(chartsKey(projectId), charts),
  })
}
