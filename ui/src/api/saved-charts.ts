import { valueAt } from '@heddle/contract/call/json'
import { createObject, queryObjects } from '@heddle/contract/objects'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readCharts, type SavedChart } from '../stats/saved-chart.ts'
import { client } from './client.ts'

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
