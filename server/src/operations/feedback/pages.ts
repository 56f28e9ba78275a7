import type { FeedbackValue } from '../../domain/feedback/feedback.ts'
import { createdWithin } from '../../domain/feedback/window.ts'
import type { TimeRange } from '../../domain/measures/time-buckets.ts'
import { isTooLarge } from '../../errors.ts'
import { apply, column, compare, instant, literal } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import type { FeedbackSearch } from '../../storage/port/feedback.ts'
import type { Context } from '../operation.ts'
import { PAGE_BYTES } from '../paged-rows.ts'

/** A window of years may have more feedback than fits into memory. */
export const READ_BYTES = 8 * PAGE_BYTES
const ROWS_MAX = 5_000

/**
 * The feedback created in a range for which all conditions hold, in the order of its creation. A page holds its share of the
 * read budget until the next one is requested.
 */
export async function* feedbackPages(
  context: Context,
  projectId: string,
  range: TimeRange,
  conditions: readonly Expression[] = [],
): AsyncGenerator<readonly FeedbackValue[]> {
  let limit = ROWS_MAX
  let last: FeedbackValue | undefined
  for (;;) {
    const operands = [...remaining(range, last), ...conditions]
    const search = { project_id: projectId, condition: { kind: 'and' as const, operands }, sort: [], limit }
    const release = await context.reads.acquire(READ_BYTES, context.signal)
    try {
      const rows = await findWithin(context, search)
      if (rows) {
        yield rows
        if (rows.length < limit) return
        last = rows.at(-1)
      } else limit = Math.max(1, Math.floor(limit / 8))
    } finally {
      release()
    }
  }
}

/** The condition for rows after `last` in order of creation, or for the whole range. */
function remaining(range: TimeRange, last: FeedbackValue | undefined): Expression[] {
  if (!last) return [createdWithin(range)]
  const isLater = compare('gt', column('created_at', 'instant'), instant(last.created_at))
  const hasLaterId = compare('gt', column('id'), literal(last.id))
  return [createdWithin({ ...range, start: last.created_at }), apply('or', isLater, hasLaterId)]
}

/** Undefined if the rows are too large to be read at once; a single row never is. */
async function findWithin(
  { storage }: Context,
  search: FeedbackSearch & { readonly limit: number },
): Promise<readonly FeedbackValue[] | undefined> {
  try {
    return await storage.feedback.findValues(search, search.limit === 1 ? undefined : READ_BYTES)
  } catch (error) {
    if (isTooLarge(error)) return undefined
    throw error
  }
}
