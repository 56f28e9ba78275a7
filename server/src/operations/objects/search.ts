import type { ObjectsFilter, queryObjects } from '@heddle/contract/objects'
import type { Static } from 'typebox'
import { newPage } from '../../domain/page.ts'
import type { ObjectSearch } from '../../storage/port/objects.ts'
import type { Received } from '../operation.ts'

type Request = Received<Static<typeof queryObjects.request>>
type SortKey = ObjectSearch['sort'][number]

/** Sort fields that versions do not have are passed over, as clients expect. */
export function newObjectSearch(request: Request): ObjectSearch {
  return {
    project_id: request.project_id,
    ...constraintsOf(request.filter ?? {}),
    sort: (request.sort_by ?? []).flatMap(({ field, direction }): SortKey[] =>
      field === 'object_id' || field === 'created_at' ? [{ field, direction }] : [],
    ),
    ...newPage(request),
  }
}

/** An empty list asks for nothing, so it leaves nothing out. */
function constraintsOf({ is_op, latest_only, ...lists }: Received<ObjectsFilter>): Partial<ObjectSearch> {
  const asked = Object.entries(lists).filter(([, values]) => values.length > 0)
  return {
    ...Object.fromEntries(asked),
    ...(is_op !== undefined && { kind: is_op ? 'op' : 'object' }),
    ...(latest_only && { latest_only }),
  }
}
