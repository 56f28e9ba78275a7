import { type CostInput, type CostRecord, createCosts, purgeCosts, queryCosts } from '@heddle/contract/costs'
import { compare, field } from '@heddle/contract/filter/conditions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'

const key = (projectId: string) => ['prices', projectId] as const

/** The project's own prices, latest effective date first. */
export function usePrices(projectId: string) {
  return useQuery({
    queryKey: key(projectId),
    queryFn: async ({ signal }): Promise<readonly CostRecord[]> => {
      const request = {
        project_id: projectId,
        sort_by: [{ field: 'effective_date', direction: 'desc' as const }],
      }
      return (await client.call(queryCosts, request, { signal })).results
    },
  })
}

export interface NewPrice {
  readonly model: string
  readonly price: CostInput
}

export function useAddPrice(projectId: string) {
  return usePriceChange(projectId, ({ model, price }: NewPrice) =>
    client.call(createCosts, { project_id: projectId, costs: { [model]: price } }),
  )
}

export function useRemovePrice(projectId: string) {
  return usePriceChange(projectId, (id: string) =>
    client.call(purgeCosts, { project_id: projectId, query: { $expr: compare(field('id'), '=', id) } }),
  )
}

/** A price change affects the cost of every call, so all statistics are refetched. */
function usePriceChange<Change, Reply>(projectId: string, change: (change: Change) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: key(projectId) })
      await queryClient.invalidateQueries({ queryKey: ['call-stats', projectId] })
    },
  })
}
