import { addAnnotationItems } from '@heddle/contract/annotation-items'
import { newAnnotationItem } from '../../domain/queues/item.ts'
import { readInPortions } from '../calls/traces.ts'
import { inProject, operation } from '../operation.ts'
import { readLiveQueue } from './live-queue.ts'

export const annotationItemsAdd = operation(
  addAnnotationItems,
  inProject('write'),
  async (request, context) => {
    const { project_id, queue_id, display_fields } = request
    const { queues, calls } = context.storage
    await readLiveQueue(request, context)
    const named = [...new Set(request.call_ids)]
    const present = new Set(await queues.callsIn(project_id, queue_id, named))
    const absent = named.filter((id) => !present.has(id))
    const found = await readInPortions(calls, project_id, absent)

    const addition = { queue_id, display_fields, added_by: context.caller.user.id, now: context.now() }
    await queues.addItems(found.map((call) => newAnnotationItem(call, { ...addition, id: context.newId() })))
    return { added_count: found.length, duplicates: present.size }
  },
)
