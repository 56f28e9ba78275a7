import type { Feedback } from '../../domain/feedback/feedback.ts'
import { JsonText } from '../../json/text.ts'

/** Columns with JSON, beside the payload. */
export const FEEDBACK_JSON_COLUMNS = [
  'scorer_tags',
  'scorer_tag_reasons',
  'scorer_tag_confidences',
  'scorer_ratings',
  'scorer_rating_reasons',
  'scorer_rating_confidences',
] as const

type JsonColumn = 'payload' | (typeof FEEDBACK_JSON_COLUMNS)[number]

/** Feedback as engines store it: JSON is text. */
export type StoredFeedback = Omit<Feedback, JsonColumn> & Readonly<Record<JsonColumn, string>>

export const storedFeedback = (row: Feedback): StoredFeedback => ({
  ...row,
  payload: row.payload.text,
  scorer_tags: JSON.stringify(row.scorer_tags),
  scorer_tag_reasons: JSON.stringify(row.scorer_tag_reasons),
  scorer_tag_confidences: JSON.stringify(row.scorer_tag_confidences),
  scorer_ratings: JSON.stringify(row.scorer_ratings),
  scorer_rating_reasons: JSON.stringify(row.scorer_rating_reasons),
  scorer_rating_confidences: JSON.stringify(row.scorer_rating_confidences),
})

export const feedbackFrom = (row: StoredFeedback): Feedback => ({
  ...row,
  payload: new JsonText(row.payload),
  scorer_tags: JSON.parse(row.scorer_tags),
  scorer_tag_reasons: JSON.parse(row.scorer_tag_reasons),
  scorer_tag_confidences: JSON.parse(row.scorer_tag_confidences),
  scorer_ratings: JSON.parse(row.scorer_ratings),
  scorer_rating_reasons: JSON.parse(row.scorer_rating_reasons),
  scorer_rating_confidences: JSON.parse(row.scorer_rating_confidences),
})
