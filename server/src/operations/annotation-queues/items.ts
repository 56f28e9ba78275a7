import {
  addAnnotationItems,
  queryAnnotationItems,
  setAnnotationProgress,
} from '@heddle/contract/annotation-queues'
import type { Static } from 'typebox'
import { advances, itemView, newAnnotationItem } from '../../domain/queues/item.ts'
import { ServiceError } from '../../errors.ts'
import { lazyMap } from '../../turns.ts'
import { readNarrowCalls } from '../calls/stored-calls.ts'
import { queueKey } from '../keyed-queue.ts'
import { type Context, inProject, operation, type Received } from '../operation.ts'
import { readLiveQueue, writeQueue } from './queues.ts'
import { newItemSearch } from './search.ts'

export const annotationItemOperations = [
  /** In turn: of requests with the same calls, one adds them, and to the others they are duplicates. */
  operation(addAnnotationItems, inProject('write'), async (request, context) => {
    checkCopies(request.call_ids, request.display_fields)
    return writeQueue(request, context, () => addItems(request, context))
  }),

  operation(queryAnnotationItems, inProject('read'), async (request, context) => {
    const search = newItemSearch(request)
    await readLiveQueue(request, context)
    const items = await context.reply.read((bytesMax) => context.storage.queues.findItems(search, bytesMax))
    // The order is total, so an item's position follows from its page.
    const first = (search.offset ?? 0) + 1
    return {
      items: lazyMap(items, (item, index) => itemView(item, request.include_position ? first + index : null)),
    }
  }),

  /** In turn: of two changes at once, the second has to be judged by what the first has made of the item. */
  operation(setAnnotationProgress, inProject('write'), async (request, context) => {
    await readLiveQueue(request, context)
    const key = queueKey('item', request.project_id, request.item_id)
    return { item: await context.writesInTurn.run([key], () => advanceItem(request, context)) }
  }),
]

async function addItems(request: Received<Static<typeof addAnnotationItems.request>>, context: Context) {
  const { project_id, queue_id, display_fields } = request
  const { queues, calls } = context.storage
  const named = [...new Set(request.call_ids)]
  const present = new Set(await queues.callsIn(project_id, queue_id, named))
  const absent = named.filter((id) => !present.has(id))
  const found = await readNarrowCalls(calls, project_id, absent)

  const addition = { queue_id, display_fields, added_by: context.caller.user.id, now: context.now() }
  // A microsecond apart, so that the items keep the order of the calls in the request.
  await queues.addItems(
    found.map((call, index) => newAnnotationItem(call, { ...addition, now: addition.now + index })),
  )
  return { added_count: found.length, duplicates: present.size }
}

type ProgressRequest = Received<Static<typeof setAnnotationProgress.request>>

/** The item with the caller's progress. Throws if the state of the caller may not change like that. */
async function advanceItem(request: ProgressRequest, { storage, caller, now }: Context) {
  const { project_id, queue_id, item_id, annotation_state } = request
  const search = newItemSearch({ project_id, queue_id, filter: { id: item_id }, limit: 1 })
  const [item] = await storage.queues.findItems(search)
  if (!item) throw new ServiceError('not_found', `no item ${JSON.stringify(item_id)} in the annotation queue`)

  const annotator_user_id = caller.user.id
  const said = await storage.queues.progress(project_id, item_id, annotator_user_id)
  if (!advances(said, annotation_state)) return itemView(item)
  const progress = { annotator_user_id, annotation_state, updated_at: now() }
  await storage.queues.putProgress({ project_id, item_id, ...progress })
  return itemView({ ...item, ...progress })
}

const COPIED_CHARACTERS_MAX = 16_000_000

/** Every item has the fields, as JSON. */
function checkCopies(callIds: readonly string[], displayFields: readonly string[]): void {
  if (JSON.stringify(displayFields).length * callIds.length > COPIED_CHARACTERS_MAX) {
    throw new ServiceError(
      'too_large',
      `display_fields for ${callIds.length} calls take over ${COPIED_CHARACTERS_MAX} characters: send fewer or shorter ones`,
    )
  }
}
