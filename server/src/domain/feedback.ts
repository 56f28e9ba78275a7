import type { JsonText } from '../json/text.ts'
import type { Micros } from './time.ts'

export interface Feedback {
  readonly id: string
  readonly project_id: string
  /** What the feedback is about. */
  readonly weave_ref: string
  readonly wb_user_id: string
  readonly creator: string | null
  readonly created_at: Micros
  readonly feedback_type: string
  readonly payload: JsonText
  readonly annotation_ref: string | null
  readonly runnable_ref: string | null
  readonly call_ref: string | null
  readonly trigger_ref: string | null
  readonly queue_id: string | null
  readonly scorer_tags: readonly string[]
  readonly scorer_tag_reasons: Readonly<Record<string, string>>
  readonly scorer_tag_confidences: Readonly<Record<string, number>>
  readonly scorer_ratings: Readonly<Record<string, number>>
  readonly scorer_rating_reasons: Readonly<Record<string, string>>
  readonly scorer_rating_confidences: Readonly<Record<string, number>>
  readonly span_agent_name: string
  readonly span_agent_version: string
  readonly span_conversation_id: string
  readonly span_trace_id: string
  readonly scorer_trace_id: string
  readonly span_status_code: string
}
