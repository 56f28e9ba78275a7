import { countAnnotationItems } from '@heddle/contract/annotation-queues'
import { inProject, operation } from '../operation.ts'

export const annotationQueuesStats = operation(
  countAnnotationItems,
  inProject('read'),
  async ({ project_id, queue_ids }, { storage }) => {
    const counts = await storage.queues.count(project_id, queue_ids)
    const countOf = new Map(counts.map((count) => [count.queue_id, count]))
    const stats = queue_ids.map(
      (queue_id) => countOf.get(queue_id) ?? { queue_id, total_items: 0, completed_items: 0 },
    )
    return { stats }
  },
)
