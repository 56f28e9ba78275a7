import { ServiceError } from '../../errors.ts'
import type { Catalogue } from '../../query/bind.ts'
import type { Field } from '../../query/expression.ts'
import { checkSegments, splitPath } from '../../query/path.ts'
import type { Feedback } from './feedback.ts'

type Shape = 'text' | 'instant' | 'json' | 'list' | 'map of texts' | 'map of numbers'

/** In the order of responses. */
const COLUMNS = {
  id: 'text',
  project_id: 'text',
  weave_ref: 'text',
  wb_user_id: 'text',
  creator: 'text',
  created_at: 'instant',
  feedback_type: 'text',
  payload: 'json',
  annotation_ref: 'text',
  runnable_ref: 'text',
  call_ref: 'text',
  trigger_ref: 'text',
  queue_id: 'text',
  scorer_tags: 'list',
  scorer_tag_reasons: 'map of texts',
  scorer_tag_confidences: 'map of numbers',
  scorer_ratings: 'map of numbers',
  scorer_rating_reasons: 'map of texts',
  scorer_rating_confidences: 'map of numbers',
  span_agent_name: 'text',
  span_agent_version: 'text',
  span_conversation_id: 'text',
  span_trace_id: 'text',
  scorer_trace_id: 'text',
  span_status_code: 'text',
} satisfies Record<keyof Feedback, Shape>

const SHAPES: ReadonlyMap<string, Shape> = new Map(Object.entries(COLUMNS))

/** The columns of a feedback record, in the order of responses. */
export const FEEDBACK_COLUMNS: readonly string[] = [...SHAPES.keys()]

/** The fields of feedback: its columns, paths into `payload`, and keys of its maps. */
export const feedbackCatalogue: Catalogue = {
  nullMeans: 'unknown',
  resolve: (path) => columnField(path) ?? nestedField(path) ?? refuse(path),
}

function columnField(path: string): Field | undefined {
  switch (SHAPES.get(path)) {
    case 'text':
      return { kind: 'column', name: path, type: 'text' }
    case 'instant':
      return { kind: 'column', name: path, type: 'instant' }
    case 'list':
      return { kind: 'collection', name: path, shape: 'list' }
    case 'map of texts':
    case 'map of numbers':
      return { kind: 'collection', name: path, shape: 'map' }
    default:
      return undefined
  }
}

function nestedField(path: string): Field | undefined {
  const [name = '', ...segments] = splitPath(path)
  if (name === 'payload' || name === 'payload_dump') {
    return { kind: 'json', column: 'payload', path: checkSegments(segments), nullSorts: 'as value' }
  }
  const shape = SHAPES.get(name)
  if (segments.length === 0 || (shape !== 'map of texts' && shape !== 'map of numbers')) return undefined
  // The rest of the name is the key of the map, dots included.
  const key = path.slice(name.length + 1)
  return { kind: 'map', column: name, key, type: shape === 'map of texts' ? 'text' : 'number' }
}

function refuse(path: string): never {
  throw new ServiceError(
    'invalid_request',
    `Unknown field ${path}; feedback has ${FEEDBACK_COLUMNS.join(', ')}`,
  )
}
