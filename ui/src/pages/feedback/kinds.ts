import type { FeedbackRecord } from '@heddle/contract/feedback'
import { allOf, anyOf, compare, field, not, startsWith } from '@heddle/contract/filter/conditions'
import type { QueryOperation } from '@heddle/contract/query'
import { scoreText } from '../../call/feedback.ts'
import type { IconName } from '../../components/icons.tsx'

export type FeedbackKind = 'reaction' | 'note' | 'annotation' | 'score' | 'other'

const REACTION = 'wandb.reaction.1'
export const NOTE = 'wandb.note.1'
const ANNOTATION = 'wandb.annotation.'
const SCORE = 'wandb.runnable.'

export const KINDS: Record<FeedbackKind, { readonly title: string; readonly icon: IconName }> = {
  reaction: { title: 'Reactions', icon: 'thumbUp' },
  note: { title: 'Notes', icon: 'message' },
  annotation: { title: 'Annotations', icon: 'tag' },
  score: { title: 'Scores', icon: 'flask' },
  other: { title: 'Other', icon: 'cube' },
}

export function kindOfFeedback(type: string): FeedbackKind {
  if (type === REACTION) return 'reaction'
  if (type === NOTE) return 'note'
  if (type.startsWith(ANNOTATION)) return 'annotation'
  return type.startsWith(SCORE) ? 'score' : 'other'
}

const CONDITIONS: Record<Exclude<FeedbackKind, 'other'>, QueryOperation> = {
  reaction: compare(field('feedback_type'), '=', REACTION),
  note: compare(field('feedback_type'), '=', NOTE),
  annotation: startsWith('feedback_type', ANNOTATION),
  score: startsWith('feedback_type', SCORE),
}

export interface FeedbackFilter {
  readonly kind: FeedbackKind | undefined
  readonly userId: string | undefined
}

/** Query condition; undefined for all feedback. */
export function feedbackCondition({ kind, userId }: FeedbackFilter): QueryOperation | undefined {
  const conditions = [
    ...(kind === undefined
      ? []
      : [kind === 'other' ? not(anyOf(Object.values(CONDITIONS))) : CONDITIONS[kind]]),
    ...(userId === undefined ? [] : [compare(field('wb_user_id'), '=', userId)]),
  ]
  return conditions.length === 0 ? undefined : allOf(conditions)
}

type FeedbackContent = Pick<FeedbackRecord, 'feedback_type' | 'payload'>

/** Name of a scorer or annotation, else the feedback type. */
export const feedbackName = ({ feedback_type }: FeedbackContent): string =>
  feedback_type
    .replace(SCORE, '')
    .replace(ANNOTATION, '')
    .replace(/^wandb\.(note|reaction)\.1$/, '$1')

/** The feedback on one line. */
export function feedbackText({ feedback_type, payload }: FeedbackContent): string {
  switch (kindOfFeedback(feedback_type)) {
    case 'reaction':
      return String(payload.emoji)
    case 'note':
      return String(payload.note)
    case 'annotation':
      return scoreText(payload.value)
    case 'score':
      return scoreText(payload.output)
    case 'other':
      return scoreText(payload)
  }
}
