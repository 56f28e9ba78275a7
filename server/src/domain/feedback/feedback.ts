import type { JsonText } from '../../json/text.ts'
import type { Micros } from '../../time.ts'

export interface Feedback {
  readonly id: string
  readonly project_id: string
  /** The subject of the feedback. */
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

/** What statistics read of a row: its value, when it was given, and what it is about. */
export type FeedbackValue = Pick<Feedback, 'id' | 'weave_ref' | 'created_at' | 'feedback_type' | 'payload'>

type RequiredField = 'project_id' | 'feedback_type' | 'payload'
type StampedField = 'wb_user_id' | 'created_at'
type OptionalField = Exclude<keyof Feedback, RequiredField | StampedField>

/** Feedback as a client sends it. `item_ref` is another spelling of `weave_ref`. */
export type FeedbackRequest = Pick<Feedback, RequiredField> & {
  readonly [Name in OptionalField]?: NonNullable<Feedback[Name]>
} & { readonly item_ref?: string }

type DefaultedField = Exclude<OptionalField, 'id' | 'weave_ref'>

/** Values of fields that a request leaves out. */
export const FEEDBACK_DEFAULTS: Pick<Feedback, DefaultedField> = {
  creator: null,
  annotation_ref: null,
  runnable_ref: null,
  call_ref: null,
  trigger_ref: null,
  queue_id: null,
  scorer_tags: [],
  scorer_tag_reasons: {},
  scorer_tag_confidences: {},
  scorer_ratings: {},
  scorer_rating_reasons: {},
  scorer_rating_confidences: {},
  span_agent_name: '',
  span_agent_version: '',
  span_conversation_id: '',
  span_trace_id: '',
  scorer_trace_id: '',
  span_status_code: 'UNSET',
}

/** Feedback types with rules of their own. All others are the callers' own. */
export const REACTION = 'wandb.reaction.1'
export const NOTE = 'wandb.note.1'
/** The family of `wandb.annotation.NAME`. */
export const ANNOTATION = 'wandb.annotation'
/** The family of `wandb.runnable.NAME`. */
export const RUNNABLE = 'wandb.runnable'
export const AGENT_MONITOR = 'wandb.agent_monitor'
export const AGENT_USER_FEEDBACK = 'wandb.agent_user_feedback'
