import { queryAnnotationItems } from '@heddle/contract/annotation-items'
import { itemView } from '../../domain/queues/item.ts'
import { inProject, operation } from '../operation.ts'
import { readLiveQueue } from './live-queue.ts'
import { newItemSearch } from './search.ts'

export const annotationItemsQuery = operation(
  queryAnnotationItems,
  inProject('read'),
  async (request, context) => {
    const search = newItemSearch(request)
    await readLiveQueue(request, context)
    const items = await context.reply.read((bytesMax) => context.storage.queues.findItems(search, bytesMax))
    // The order is total, so an item's place follows from its page.
    const first = (search.offset ?? 0) + 1
    return {
      items: items.map((item, index) => itemView(item, request.include_position ? first + index : null)),
    }
  },
)
