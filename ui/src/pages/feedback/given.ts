import type { Said } from '../../api/review.ts'
import { NOTE } from './kinds.ts'
import type { Question } from './questions.ts'

type Saying = Pick<Said, 'feedback_type' | 'payload'>

/** Which of the answers to a question was given, the newest first; undefined where none was. */
export function givenChoice({ choices }: Question, said: readonly Saying[]): number | undefined {
  const places = said.map((each) => choices.findIndex(({ feedback }) => says(each, feedback)))
  return places.find((place) => place >= 0)
}

/** Whether something said is one of the answers to a question. */
export const answers =
  ({ choices }: Question) =>
  (said: Saying): boolean =>
    choices.some(({ feedback }) => says(said, feedback))

/** The newest note; empty where there is none. */
export function givenNote(said: readonly Saying[]): string {
  const note = said.find(isNote)?.payload.note
  return typeof note === 'string' ? note : ''
}

export const isNote = ({ feedback_type }: Saying): boolean => feedback_type === NOTE

export const noteOf = (note: string): Saying => ({ feedback_type: NOTE, payload: { note } })

/** The service adds to what it was sent, like an emoji's name. */
const says = (said: Saying, wanted: Saying): boolean =>
  said.feedback_type === wanted.feedback_type &&
  Object.entries(wanted.payload).every(([key, value]) => said.payload[key] === value)
