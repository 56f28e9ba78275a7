import { ServiceError } from '../../errors.ts'
import { type PathTree, pathTree } from '../../json/path-tree.ts'
import type { Catalogue } from '../../query/bind.ts'
import type { DocumentField, FeedbackField, Field, PlainField } from '../../query/expression.ts'
import { checkSegments, splitPath } from '../../query/path.ts'
import { AGENT_USER_FEEDBACK, NOTE, REACTION } from '../feedback/feedback.ts'
import { PAYLOAD_COLUMNS } from './call.ts'
import { LATENCY_MS, STATUS, TRACE_NAME } from './status.ts'

/** A column that searches compute from usage and prices. */
export const COST = 'cost'

type ColumnType = 'text' | 'number' | 'instant' | 'list'

/** The columns of a call that hold one value of a known type, or a list of refs. */
const PLAIN_COLUMNS: ReadonlyMap<string, ColumnType> = new Map([
  ['id', 'text'],
  ['project_id', 'text'],
  ['trace_id', 'text'],
  ['parent_id', 'text'],
  ['thread_id', 'text'],
  ['turn_id', 'text'],
  ['op_name', 'text'],
  ['display_name', 'text'],
  ['started_at', 'instant'],
  ['ended_at', 'instant'],
  ['exception', 'text'],
  ['wb_user_id', 'text'],
  ['wb_run_id', 'text'],
  ['wb_run_step', 'number'],
  ['wb_run_step_end', 'number'],
  ['deleted_at', 'instant'],
  ['expire_at', 'instant'],
  ['input_refs', 'list'],
  ['output_refs', 'list'],
  ['otel_dump', 'text'],
])

/** Feedback types that a call may have several of, which all count. */
const MANY_VALUED_TYPES = [REACTION, NOTE, AGENT_USER_FEEDBACK]

/**
 * The fields of a call. A path through one of `expand_columns` follows the object ref found there;
 * nested refs must each be listed.
 */
export function callCatalogue(options: { readonly expand_columns: readonly string[] }): Catalogue {
  const expanded = pathTree(options.expand_columns.map(splitPath))
  return {
    nullMeans: 'unset',
    resolve: (path) => columnField(path) ?? specialField(path) ?? jsonField(path, expanded) ?? refuse(path),
  }
}

function columnField(path: string): Field | undefined {
  const type = PLAIN_COLUMNS.get(path)
  if (type === undefined) return undefined
  return type === 'list'
    ? { kind: 'collection', name: path, shape: 'list' }
    : { kind: 'column', name: path, type }
}

function specialField(path: string): Field | undefined {
  if (path.startsWith('feedback.')) return feedbackField(path)
  if (path === 'annotation_queue_items.queue_id') {
    return { kind: 'collection', name: 'queue_ids', shape: 'list' }
  }
  return path.startsWith('summary.weave.') ? computedField(path) : undefined
}

const COMPUTED_FIELDS: ReadonlyMap<string, PlainField> = new Map([
  ['summary.weave.status', { kind: 'computed', value: STATUS }],
  ['summary.weave.latency_ms', { kind: 'computed', value: LATENCY_MS }],
  ['summary.weave.trace_name', { kind: 'computed', value: TRACE_NAME }],
  // This and the next ones are Heddle's own: a renamed call is still found by its op.
  ['summary.weave.op', { kind: 'column', name: 'op', type: 'text' }],
  ['summary.weave.kind', { kind: 'column', name: 'kind', type: 'text' }],
  ['summary.weave.end_user', { kind: 'column', name: 'end_user', type: 'text' }],
  ['summary.weave.total_tokens', { kind: 'column', name: 'tokens', type: 'number' }],
  ['summary.weave.total_cost', { kind: 'column', name: COST, type: 'number' }],
])

function computedField(path: string): PlainField {
  return COMPUTED_FIELDS.get(path) ?? refuse(path)
}

/** `feedback.[TYPE].payload.a.b`, `feedback.[TYPE].runnable_ref`; the type may contain dots. */
function feedbackField(path: string): FeedbackField {
  const [, feedback_type, rest] = /^feedback\.\[([^\]]+)\]\.(.+)$/s.exec(path) ?? []
  if (feedback_type === undefined || rest === undefined) return refuse(path)
  const rows = rowsThatCount(feedback_type)
  if (rest === 'runnable_ref' || rest === 'trigger_ref') {
    return { kind: 'feedback', feedback_type, column: rest, path: [], rows }
  }
  const [column, ...segments] = splitPath(rest)
  if (column !== 'payload' && column !== 'payload_dump') return refuse(path)
  return { kind: 'feedback', feedback_type, column: 'payload', path: checkSegments(segments), rows }
}

function rowsThatCount(feedbackType: string): FeedbackField['rows'] {
  if (feedbackType === '*') return 'first with a value'
  return MANY_VALUED_TYPES.includes(feedbackType) ? 'every' : 'first'
}

function jsonField(path: string, expanded: PathTree): DocumentField | undefined {
  const [name, ...segments] = splitPath(path)
  const column = PAYLOAD_COLUMNS.find((known) => name === known || name === `${known}_dump`)
  if (!column) return undefined
  checkSegments(segments)
  const stops = stopsOn(segments, expanded.children.get(column))
  if (stops.length > REFS_MAX) {
    throw new ServiceError('invalid_field', `expand_columns: ${path} goes through over ${REFS_MAX} refs`)
  }
  return throughRefs(column, segments, stops)
}

/** Each ref on a path is a nested query, and engines limit their depth. */
const REFS_MAX = 10

/** Numbers of segments after which a ref is followed, ascending. */
function stopsOn(segments: readonly string[], expanded: PathTree | undefined): number[] {
  const stops: number[] = []
  let at = expanded
  for (const [taken, segment] of segments.entries()) {
    if (at?.isEnd) stops.push(taken)
    at = at?.children.get(segment)
  }
  return stops
}

function throughRefs(column: string, segments: readonly string[], stops: readonly number[]): DocumentField {
  const ends = [...stops, segments.length]
  const base: DocumentField = {
    kind: 'json',
    column,
    path: segments.slice(0, ends[0]),
    nullSorts: 'as unset',
  }
  return stops.reduce<DocumentField>(
    (field, stop, index) => ({ kind: 'expanded', base: field, path: segments.slice(stop, ends[index + 1]) }),
    base,
  )
}

function refuse(path: string): never {
  const allowed = [
    ...PLAIN_COLUMNS.keys(),
    ...PAYLOAD_COLUMNS.map((column) => `${column}.*`),
    ...COMPUTED_FIELDS.keys(),
    'feedback.[TYPE].payload.*',
    'feedback.[TYPE].runnable_ref',
    'feedback.[TYPE].trigger_ref',
    'annotation_queue_items.queue_id',
  ]
  throw new ServiceError('invalid_field', `unknown field ${path}; allowed are ${allowed.join(', ')}`)
}
