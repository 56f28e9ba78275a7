import type { OwnFeedback } from '../../api/review.ts'
import { NOTE } from './kinds.ts'
import type { Question } from './questions.ts'

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

/** The newest note; empty where there is none. */
export function savedNote(own: readonly FeedbackContent[]): string {
  const note = own.find(isNote)?.payload.note
  return typeof note === 'string' ? note : ''
}

export const isNote = ({ feedback_type }: FeedbackContent): boolean => feedback_type === NOTE

export const noteOf = (note: string): FeedbackContent => ({ feedback_type: NOTE, payload: { note } })

/** The service adds to what it was sent, like an emoji's name. */
const isSame = (own: FeedbackContent, wanted: FeedbackContent): boolean =>
  own.feedback_type === wanted.feedback_type &&
  Object.entries(wanted.payload).every(([key, value]) => own.payload[key] === value)
