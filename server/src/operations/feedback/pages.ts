import type { Feedback, FeedbackValue } from '../../domain/feedback/feedback.ts'
import { createdWithin } from '../../domain/feedback/window.ts'
import type { TimeRange } from '../../domain/measures/time-buckets.ts'
import { unlessTooLarge } from '../../errors.ts'
import { all, apply, column, compare, instant, literal } from '../../query/build.ts'
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
export function feedbackPages(
  context: Context,
  projectId: string,
  range: TimeRange,
  conditions: readonly Expression[] = [],
): AsyncGenerator<readonly FeedbackValue[]> {
  const { feedback } = context.storage
  return pagesOf(context, projectId, { range, conditions }, (...found) => feedback.findValues(...found))
}

/** The same with all that is stored of it, of any time unless a range is given. */
export function wholeFeedbackPages(
  context: Context,
  projectId: string,
  range: TimeRange = ANY_TIME,
): AsyncGenerator<readonly Feedback[]> {
  const { feedback } = context.storage
  return pagesOf(context, projectId, { range, conditions: [] }, (...found) => feedback.find(...found))
}

const ANY_TIME: TimeRange = { start: Number.MIN_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER }

type Find<Row> = (search: FeedbackSearch, bytesMax?: number) => Promise<readonly Row[]>

interface Wanted {
  readonly range: TimeRange
  readonly conditions: readonly Expression[]
}

async function* pagesOf<Row extends FeedbackValue>(
  context: Context,
  projectId: string,
  { range, conditions }: Wanted,
  find: Find<Row>,
): AsyncGenerator<readonly Row[]> {
  let limit = ROWS_MAX
  let last: Row | undefined
  for (;;) {
    const operands = [...remaining(range, last), ...conditions]
    const search = { project_id: projectId, condition: all(operands), sort: [], limit }
    const release = await context.reads.acquire(READ_BYTES, context.signal)
    try {
      // A single row is never too large.
      const rows = await unlessTooLarge(find(search, limit === 1 ? undefined : READ_BYTES))
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
