import { streamThreads } from '@heddle/contract/threads'
import { newThreadSearch, type Thread } from '../../domain/calls/thread.ts'
import { formatDateTime } from '../../time.ts'
import type { ByteBudget } from '../byte-budget.ts'
import { inProject, operation } from '../operation.ts'
import { PAGE_BYTES } from '../paged-rows.ts'

export const threadOperations = [
  operation(streamThreads, inProject('read'), async (request, context) =>
    threadViews(await context.storage.calls.threads(newThreadSearch(request)), context.reads),
  ),
]

/** Approximate memory of a thread. */
const THREAD_BYTES = 400

/** All threads are held until the client has received the last one: they are computed together. */
async function* threadViews(threads: readonly Thread[], budget: ByteBudget) {
  const bytes = threads.length * THREAD_BYTES
  const release = bytes > PAGE_BYTES ? budget.acquireNow(bytes) : undefined
  try {
    for (const thread of threads) {
      yield {
        ...thread,
        start_time: formatDateTime(thread.start_time),
        last_updated: formatDateTime(thread.last_updated),
      }
    }
  } finally {
    release?.()
  }
}
