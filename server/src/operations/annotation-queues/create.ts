import { createAnnotationQueue } from '@heddle/contract/annotation-queues'
import { inProject, operation } from '../operation.ts'

export const annotationQueueCreate = operation(
  createAnnotationQueue,
  inProject('write'),
  async (request, context) => {
    const { project_id, name, description = '', scorer_refs = [] } = request
    const id = context.newId()
    const now = context.now()
    await context.storage.queues.put({
      project_id,
      id,
      name,
      description,
      scorer_refs,
      created_at: now,
      created_by: context.caller.user.id,
      updated_at: now,
      deleted_at: null,
    })
    return { id }
  },
)
