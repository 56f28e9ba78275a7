import { setAnnotationProgress } from '@heddle/contract/annotation-items'
import { advances, itemView } from '../../domain/queues/item.ts'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'
import { readLiveQueue } from './live-queue.ts'
import { newItemSearch } from './search.ts'

export const annotationItemProgress = operation(
  setAnnotationProgress,
  inProject('write'),
  async (request, context) => {
    const { project_id, queue_id, item_id, annotation_state } = request
    const { queues } = context.storage
    await readLiveQueue(request, context)
    const search = newItemSearch({ project_id, queue_id, filter: { id: item_id }, limit: 1 })
    const [item] = await queues.findItems(search)
    if (!item)
      throw new ServiceError('not_found', `no item ${JSON.stringify(item_id)} in the annotation queue`)

    const annotator_user_id = context.caller.user.id
    const said = await queues.progress(project_id, item_id, annotator_user_id)
    if (!advances(said, annotation_state)) return { item: itemView(item) }
    const progress = { annotator_user_id, annotation_state, updated_at: context.now() }
    await queues.putProgress({ project_id, item_id, ...progress })
    return { item: itemView({ ...item, ...progress }) }
  },
)
