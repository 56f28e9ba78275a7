import { streamThreads } from '@heddle/contract/threads'
import { newThreadSearch, type Thread } from '../../domain/thread.ts'
import { formatDateTime } from '../../domain/time.ts'
import { inProject, operation } from '../operation.ts'

export const threadsStreamQuery = operation(streamThreads, inProject('read'), async (request, context) =>
  threadViews(await context.storage.calls.threads(newThreadSearch(request))),
)

async function* threadViews(threads: readonly Thread[]) {
  for (const thread of threads) {
    yield {
      ...thread,
      start_time: formatDateTime(thread.start_time),
      last_updated: formatDateTime(thread.last_updated),
    }
  }
}
