/** A type of feedback as people name it. */
export interface FeedbackName {
  readonly kind: 'score' | 'annotation' | 'reaction' | 'note' | 'custom'
  /** As in `feedback.NAME` of the filter bar. */
  readonly name: string
  /** Keys of the payload that may hold the value, first choice first; the whole payload if none does. */
  readonly valueKeys: readonly string[]
}

/** Payload keys that custom feedback types usually keep their value in. */
export const CUSTOM_VALUE_KEYS = ['score', 'value'] as const

/** The name of a feedback type. Undefined for types of the Weave SDKs that people do not name. */
export function feedbackName(type: string): FeedbackName | undefined {
  if (type === 'wandb.reaction.1') return { kind: 'reaction', name: 'emoji', valueKeys: ['emoji'] }
  if (type === 'wandb.note.1') return { kind: 'note', name: 'note', valueKeys: ['note'] }
  const score = nameAfter('wandb.runnable.', type)
  if (score) return { kind: 'score', name: score, valueKeys: ['output'] }
  const annotation = nameAfter('wandb.annotation.', type)
  if (annotation) return { kind: 'annotation', name: annotation, valueKeys: ['value'] }
  return type.startsWith('wandb.') ? undefined : { kind: 'custom', name: type, valueKeys: CUSTOM_VALUE_KEYS }
}

const nameAfter = (prefix: string, type: string): string | undefined =>
  type.startsWith(prefix) ? type.slice(prefix.length) : undefined
