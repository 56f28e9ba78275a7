import { type AnnotationSpec, answerForm, answerLabel } from '../../api/annotations.ts'
import type { NewFeedback } from '../../api/feedback.ts'
import type { OwnFeedback } from '../../api/review.ts'
import { parseRef } from '../../navigation/ref.ts'
import { NOTE } from './kinds.ts'

/** A question to reviewers with up to nine answers, one per number key. */
export interface Question {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly choices: readonly { readonly label: string; readonly feedback: NewFeedback }[]
}

const CHOICES_MAX = 9

const REACTIONS: Question = {
  id: 'reactions',
  title: 'Your reaction',
  about: 'Saved as an emoji on the call.',
  choices: [
    ['👍', 'good'],
    ['👎', 'bad'],
    ['🤔', 'unclear'],
    ['🐛', 'a bug'],
  ].map(([emoji, meaning]) => ({
    label: `${emoji} ${meaning}`,
    feedback: { feedback_type: 'wandb.reaction.1', payload: { emoji } },
  })),
}

/** The project's annotation questions with at most nine answers, then reactions. */
export function questionsOf(specs: readonly AnnotationSpec[]): Question[] {
  const own = specs.map((spec): Question => {
    const values = answersOf(spec)
    return {
      id: spec.objectId,
      title: spec.name,
      about: spec.description,
      choices: values.map((value) => ({
        label: answerLabel(value),
        feedback: {
          feedback_type: `wandb.annotation.${spec.objectId}`,
          annotation_ref: spec.ref,
          payload: { value },
        },
      })),
    }
  })
  return [...own.filter(({ choices }) => choices.length > 0), REACTIONS]
}

/** All possible answers; empty if there are more than number keys. */
export function answersOf({ schema }: AnnotationSpec): unknown[] {
  const form = answerForm(schema)
  switch (form.kind) {
    case 'yes-no':
      return [true, false]
    case 'choice':
      return form.choices.length > CHOICES_MAX ? [] : [...form.choices]
    case 'number': {
      const { min, max } = form
      const isShort =
        schema.type === 'integer' && min !== undefined && max !== undefined && max - min < CHOICES_MAX
      return isShort ? Array.from({ length: max - min + 1 }, (_, step) => min + step) : []
    }
    case 'text':
      return []
  }
}

type FeedbackContent = Pick<OwnFeedback, 'feedback_type' | 'payload'>

/** Index of the most recently saved answer to a question; undefined if there is none. */
export function savedChoice({ choices }: Question, own: readonly FeedbackContent[]): number | undefined {
  const places = own.map((each) => choices.findIndex(({ feedback }) => isSame(each, feedback)))
  return places.find((place) => place >= 0)
}

/** Returns a predicate: whether feedback is one of the answers to a question. */
export const isAnswerTo =
  ({ choices }: Question) =>
  (own: FeedbackContent): boolean =>
    choices.some(({ feedback }) => isSame(own, feedback))

/** The newest note; empty if there is none. */
export function savedNote(own: readonly FeedbackContent[]): string {
  const note = own.find(isNote)?.payload.note
  return typeof note === 'string' ? note : ''
}

export const isNote = ({ feedback_type }: FeedbackContent): boolean => feedback_type === NOTE

export const noteOf = (note: string): FeedbackContent => ({ feedback_type: NOTE, payload: { note } })

/** The server adds fields to payloads, such as an emoji's name. */
const isSame = (own: FeedbackContent, wanted: FeedbackContent): boolean =>
  own.feedback_type === wanted.feedback_type &&
  Object.entries(wanted.payload).every(([key, value]) => own.payload[key] === value)

/** Whether a ref names any version of a question. */
export const isOf = (spec: AnnotationSpec, ref: string): boolean => parseRef(ref)?.name === spec.objectId
