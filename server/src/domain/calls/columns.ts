import { ServiceError } from '../../errors.ts'
import { WIDE_COLUMNS, type WideColumn } from './call.ts'

const ALWAYS = ['id', 'project_id', 'trace_id', 'op_name', 'started_at'] as const

const NARROW = [
  'display_name',
  'parent_id',
  'thread_id',
  'turn_id',
  'ended_at',
  'wb_user_id',
  'wb_run_id',
  'wb_run_step',
  'wb_run_step_end',
  'deleted_at',
  'expire_at',
  'storage_size_bytes',
  'total_storage_size_bytes',
] as const

type NarrowColumn = (typeof NARROW)[number]
type Column = WideColumn | (typeof ALWAYS)[number] | NarrowColumn

const ALL: readonly Column[] = [...ALWAYS, ...NARROW, ...WIDE_COLUMNS]

/** The requested fields of a call; the others read as null or empty. */
export interface CallColumns {
  /** Narrow columns that were not requested. Listed by exclusion, because it is mostly empty and is sent to other threads with every read. */
  readonly hidden: readonly NarrowColumn[]
  /** Wide columns to read. */
  readonly wide: readonly WideColumn[]
}

const EVERYTHING: CallColumns = { hidden: [], wide: WIDE_COLUMNS }

/** Parses the `columns` of a query: none means all. `output.a` and `output_dump` both select `output`. */
export function newCallColumns(request: ColumnsRequest = {}): CallColumns {
  const { columns = [], include_costs = false } = request
  if (columns.length === 0) return EVERYTHING
  const shown = new Set(columns.filter((name) => name !== USERNAME).map(columnOf))
  if (shown.has('summary') || include_costs) for (const column of BROUGHT_BY_SUMMARY) shown.add(column)
  return {
    hidden: NARROW.filter((column) => !shown.has(column)),
    wide: WIDE_COLUMNS.filter((column) => shown.has(column)),
  }
}

interface ColumnsRequest {
  readonly columns?: readonly string[]
  readonly include_costs?: boolean
}

/** A field of calls, but no column: it comes with `include_usernames`, whichever columns are selected. */
const USERNAME = 'wb_username'

const BROUGHT_BY_SUMMARY: readonly Column[] = ['ended_at', 'exception', 'display_name']

function columnOf(name: string): Column {
  const [first = ''] = name.split('.', 1)
  const top = first.replace(/_dump$/, '')
  const column = top === 'otel' ? 'attributes' : ALL.find((known) => known === top)
  if (column === undefined) {
    throw new ServiceError('invalid_field', `columns: unknown field ${name}; use ${ALL.join(', ')}`)
  }
  return column
}
