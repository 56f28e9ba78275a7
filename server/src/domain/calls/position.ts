import { ServiceError } from '../../errors.ts'
import type { SortKey } from '../../query/expression.ts'
import { type Micros, readDateTime } from '../../time.ts'

export interface ReceivedPosition {
  readonly started_at: string | number
  readonly id: string
}

/** The position of a call in the order by start, the only order that a page can start in the middle of. */
export function newCallPosition(
  { started_at, id }: ReceivedPosition,
  sort: readonly SortKey[],
): { readonly started_at: Micros; readonly id: string } {
  const byStart = sort.every(({ field }) => field.kind === 'column' && field.name === 'started_at')
  if (!byStart || sort.length > 1) {
    throw new ServiceError(
      'invalid_request',
      'after goes with the default sort_by, or one by started_at alone',
    )
  }
  return { started_at: readDateTime(started_at, ['body', 'after', 'started_at']), id }
}
