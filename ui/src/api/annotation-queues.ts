import {
  type AnnotationItemRecord,
  queryAnnotationItems,
  setAnnotationProgress,
} from '@heddle/contract/annotation-items'
import { type AnnotationQueueRecord, queryAnnotationQueues } from '@heddle/contract/annotation-queues'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

const ITEMS_MAX = 500

/** The queues of calls that wait for people to judge them. */
export function useAnnotationQueues(projectId: string) {
  return useQuery({
    queryKey: ['annotation-queues', projectId],
    queryFn: async ({ signal }) => {
      const queues: AnnotationQueueRecord[] = []
      const request = { project_id: projectId }
      for await (const queue of await client.call(queryAnnotationQueues, request, { signal }))
        queues.push(queue)
      return queues
    },
  })
}

/** What is still to be done in a queue; undefined asks for nothing. */
export function useOpenItems(projectId: string, queueId: string | undefined) {
  return useQuery({
    queryKey: ['annotation-items', projectId, queueId],
    enabled: queueId !== undefined,
    // What was done meanwhile stays in its place until the queue is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<readonly AnnotationItemRecord[]> => {
      const request = {
        project_id: projectId,
        queue_id: queueId ?? '',
        filter: { annotation_states: ['unstarted' as const, 'in_progress' as const] },
        limit: ITEMS_MAX,
      }
      return (await client.call(queryAnnotationItems, request, { signal })).items
    },
  })
}

/** Says that an item is done with. */
export function useFinishItem(projectId: string) {
  return useMutation({
    mutationFn: ({
      queueId,
      itemId,
      state,
    }: {
      queueId: string
      itemId: string
      state: 'completed' | 'skipped'
    }) =>
      client.call(setAnnotationProgress, {
        project_id: projectId,
        queue_id: queueId,
        item_id: itemId,
        annotation_state: state,
      }),
  })
}
