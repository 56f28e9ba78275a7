import { newPage } from '../../domain/page.ts'
import type { AnnotationState } from '../../domain/queues/item.ts'
import { ServiceError } from '../../errors.ts'
import { all, apply, column, columnIn, columnIs, literal, lower, unset } from '../../query/build.ts'
import type { Page, PlainField, SortKey } from '../../query/expression.ts'
import type { QueueSearch } from '../../storage/port/queues.ts'

interface SortedPage extends Page {
  readonly project_id: string
  readonly sort_by?: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[]
}

interface QueueRequest extends SortedPage {
  readonly name?: string
}

interface ItemRequest extends SortedPage {
  readonly queue_id: string
  readonly filter?: ItemFilter & { readonly annotation_states?: readonly AnnotationState[] }
}

/** Each filters the column of the same name. */
type ItemFilter = Partial<
  Record<'id' | 'call_id' | 'call_op_name' | 'call_trace_id' | 'added_by' | 'queue_id', string>
>

/** Queues that are not deleted; newest first by default. */
export function newQueueSearch(request: QueueRequest): QueueSearch {
  const { project_id, name = '', sort_by = [] } = request
  const living = unset(column('deleted_at', 'instant'))
  const named = apply('contains', lower(column('name')), literal(name.toLowerCase()))
  return {
    project_id,
    condition: all([living, named]),
    sort: sortKeys(sort_by, QUEUE_SORTS, 'desc'),
    ...newPage(request),
  }
}

/** Items of one queue; oldest first by default. */
export function newItemSearch(request: ItemRequest): QueueSearch {
  const { project_id, queue_id, filter = {}, sort_by = [] } = request
  const { annotation_states, ...columns } = filter
  return {
    project_id,
    condition: all([
      ...Object.entries({ ...columns, queue_id }).map(([name, value]) => columnIs(name, value)),
      ...(annotation_states ? [columnIn('annotation_state', annotation_states)] : []),
    ]),
    sort: sortKeys(sort_by, ITEM_SORTS, 'asc'),
    ...newPage(request),
  }
}

type Column = Extract<PlainField, { kind: 'column' }>

const text = (name: string): Column => ({ kind: 'column', name, type: 'text' })
const instant = (name: string): Column => ({ kind: 'column', name, type: 'instant' })

const CREATED_AT = instant('created_at')
const QUEUE_SORTS = [text('id'), text('name'), CREATED_AT, instant('updated_at')]
const ITEM_SORTS = [instant('call_started_at'), text('call_op_name'), CREATED_AT, instant('updated_at')]

/** Ids break ties, so that pages neither overlap nor leave gaps. */
function sortKeys(
  sortBy: NonNullable<SortedPage['sort_by']>,
  allowed: readonly Column[],
  byCreation: SortKey['direction'],
): SortKey[] {
  const keys = sortBy.map(({ field, direction }) => ({ field: sortColumn(field, allowed), direction }))
  const first = keys.length > 0 ? keys : [{ field: CREATED_AT, direction: byCreation }]
  return [...first, { field: text('id'), direction: 'asc' }]
}

function sortColumn(name: string, allowed: readonly Column[]): Column {
  const column = allowed.find((each) => each.name === name)
  if (column) return column
  const names = allowed.map((each) => each.name)
  throw new ServiceError('invalid_request', `sort_by: unknown field ${name}; use ${names.join(', ')}`)
}
