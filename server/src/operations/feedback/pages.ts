import type { Feedback } from '../../domain/feedback/feedback.ts'
import { createdWithin, type FeedbackWindow } from '../../domain/feedback/window.ts'
import type { TimeRange } from '../../domain/measures/time-buckets.ts'
import { isTooLarge } from '../../errors.ts'
import { apply } from '../../query/build.ts'
import type { Context } from '../operation.ts'
import { PAGE_BYTES } from '../paged-rows.ts'

/** A window of years may have more feedback than fits into memory. */
export const READ_BYTES = 8 * PAGE_BYTES

/**
 * All feedback of a window, in no particular order. A window with too much feedback to read at once is halved until
 * each part can be. A page holds its share of the read budget until the next one is requested.
 */
export async function* feedbackPages(
  context: Context,
  projectId: string,
  window: FeedbackWindow,
): AsyncGenerator<readonly Feedback[]> {
  const { storage, reads, reply, signal } = context
  const searchIn = (range: TimeRange) => ({
    project_id: projectId,
    condition: apply('and', window.condition, createdWithin(range)),
    sort: [],
  })
  const ranges: TimeRange[] = [window]
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const search = searchIn(range)
    if (range.end - range.start <= 1) {
      // Feedback that was created in one batch has the same time: it cannot be divided any further.
      yield await reply.read((bytesMax) => storage.feedback.find(search, bytesMax))
      continue
    }
    const release = await reads.acquire(READ_BYTES, signal)
    try {
      const rows = await unlessTooLarge(storage.feedback.find(search, READ_BYTES))
      if (rows) yield rows
      else ranges.push(...halves(range))
    } finally {
      release()
    }
  }
}

const unlessTooLarge = <Result>(result: Promise<Result>): Promise<Result | undefined> =>
  result.catch((error: unknown) => {
    if (isTooLarge(error)) return undefined
    throw error
  })

function halves({ start, end }: TimeRange): TimeRange[] {
  const middle = Math.floor((start + end) / 2)
  return [
    { start, end: middle },
    { start: middle, end },
  ]
}
