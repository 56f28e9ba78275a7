import { type JsonValue, parseTree } from '../../json/tree.ts'
import { documentText, walk } from '../../query/values.ts'
import { formatDateTime } from '../../time.ts'
import { FEEDBACK_DEFAULTS, type Feedback } from './feedback.ts'
import { FEEDBACK_COLUMNS, feedbackCatalogue } from './fields.ts'

/** What a query selects: the number of rows, or some fields of each. */
export type FeedbackSelection =
  | { readonly kind: 'count' }
  | { readonly kind: 'rows'; readonly view: (row: Feedback) => FeedbackView }

export type FeedbackView = Record<string, unknown>

/** Parses the `fields` of a query: none means whole rows. Throws for unknown ones. */
export function feedbackSelection(fields: readonly string[] = []): FeedbackSelection {
  if (fields.length === 0) return { kind: 'rows', view: feedbackView }
  if (fields.some((name) => name.toLowerCase() === 'count(*)')) return { kind: 'count' }
  const names = new Set(fields.flatMap((name) => (name === '*' ? FEEDBACK_COLUMNS : [name])))
  const readers = Array.from(names, (name) => [name, readerOf(name)] as const)
  return {
    kind: 'rows',
    view: (row) => {
      const opened = new OpenedFeedback(row)
      return Object.fromEntries(readers.map(([name, read]) => [name, read(opened)]))
    },
  }
}

/** Feedback whose payload is parsed once, however many paths into it are read. */
class OpenedFeedback {
  readonly row: Feedback
  #payload: JsonValue | undefined

  constructor(row: Feedback) {
    this.row = row
  }

  get payload(): JsonValue {
    this.#payload ??= parseTree(this.row.payload)
    return this.#payload
  }
}

/** Columns that were added later. Old clients reject rows with them, so they are present only if they are set. */
const LATE_COLUMN = /^(?:queue_id|scorer_\w+|span_\w+)$/

/** A whole row. */
export function feedbackView(row: Feedback): FeedbackView {
  const shown = FEEDBACK_COLUMNS.filter((name) => !LATE_COLUMN.test(name) || isSet(row, name))
  return Object.fromEntries(shown.map((name) => [name, columnOf(row, name)]))
}

const ON_CALLS = FEEDBACK_COLUMNS.filter(
  (name) => !/^(?:project_id|queue_id|span_.*|scorer_trace_id)$/.test(name),
)

/** Feedback in the record of its call. */
export function feedbackOnCall(row: Feedback): FeedbackView {
  return Object.fromEntries(ON_CALLS.map((name) => [name, columnOf(row, name)]))
}

function isSet(row: Feedback, name: string): boolean {
  const value: unknown = Reflect.get(row, name)
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== Reflect.get(FEEDBACK_DEFAULTS, name)
}

function columnOf(row: Feedback, name: string): unknown {
  return name === 'created_at' ? formatDateTime(row.created_at) : Reflect.get(row, name)
}

/** Columns keep their type, paths into the payload are read as text, and keys of maps as their values. */
function readerOf(name: string): (feedback: OpenedFeedback) => unknown {
  const field = feedbackCatalogue.resolve(name)
  if (field.kind === 'map') return ({ row }) => memberOf(columnOf(row, field.column), field.key)
  if (field.kind !== 'json') return ({ row }) => columnOf(row, name)
  if (field.path.length === 0) return ({ row }) => row.payload
  return ({ payload }) => documentText(walk(payload, field.path))
}

function memberOf(map: unknown, key: string): unknown {
  return typeof map === 'object' && map !== null && Object.hasOwn(map, key) ? Reflect.get(map, key) : null
}
