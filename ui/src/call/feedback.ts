import { feedbackName } from '@heddle/contract/call/feedback-name'
import { isObject, valueAt } from '@heddle/contract/call/json'
import type { CallRecord } from '@heddle/contract/calls'
import { formatNumber } from '../format/number.ts'
import { formatPreview } from '../format/preview.ts'

const SHORT_MAX = 8
const MARK_CHARACTERS = 40

/** A compact summary of feedback of one kind. */
export interface FeedbackMark {
  readonly key: string
  readonly kind: 'emoji' | 'note' | 'score'
  readonly text: string
  /** Without the name, for narrow places: `0.94`. */
  readonly short: string
  readonly title: string
}

/** Feedback summary of a call: emoji with counts, notes, then scores and annotations. */
export function feedbackMarks({ summary }: Pick<CallRecord, 'summary'>): FeedbackMark[] {
  const stored = valueAt(summary, 'weave.feedback')
  const rows = (Array.isArray(stored) ? stored : []).filter(isObject)
  const ofType = (type: string) => rows.filter((row) => row.feedback_type === type)
  return [
    ...emojiMarks(ofType('wandb.reaction.1').map((row) => String(valueAt(row, 'payload.emoji')))),
    ...noteMarks(ofType('wandb.note.1').map((row) => String(valueAt(row, 'payload.note')))),
    ...rows.flatMap(scoreMark),
  ]
}

function emojiMarks(emojis: readonly string[]): FeedbackMark[] {
  return [...new Set(emojis)].map((emoji) => {
    const count = emojis.filter((each) => each === emoji).length
    const text = count > 1 ? `${emoji} ${count}` : emoji
    return { key: emoji, kind: 'emoji', text, short: text, title: `Reaction ${emoji}` }
  })
}

function noteMarks(notes: readonly string[]): FeedbackMark[] {
  if (notes.length === 0) return []
  const text = String(notes.length)
  return [{ key: 'notes', kind: 'note', text, short: text, title: notes.join('\n') }]
}

function scoreMark(row: Record<string, unknown>): FeedbackMark[] {
  const named = namedFeedback(row)
  if (!named) return []
  const value = markText(named.value)
  return [
    {
      key: String(row.id),
      kind: 'score',
      text: `${value} ${named.name}`,
      short: value.length > SHORT_MAX ? `${value.slice(0, SHORT_MAX - 1)}…` : value,
      title: `${named.sort} ${named.name}: ${value}`,
    },
  ]
}

interface NamedFeedback {
  readonly sort: 'Score' | 'Annotation' | 'Feedback'
  readonly name: string
  readonly value: unknown
}

const SORTS = { score: 'Score', annotation: 'Annotation', custom: 'Feedback' } as const

/** Named feedback: a score, an annotation or a custom type, whose value may be anywhere in the payload. */
export function namedFeedback(row: Record<string, unknown>): NamedFeedback | undefined {
  const named = feedbackName(String(row.feedback_type))
  if (!named || named.kind === 'reaction' || named.kind === 'note') return undefined
  const { kind, name, valueKeys } = named
  const values = valueKeys.map((key) => valueAt(row, `payload.${key}`))
  const found = values.find((value) => value !== undefined && value !== null)
  return { sort: SORTS[kind], name, value: found ?? (kind === 'custom' ? row.payload : values[0]) }
}

function markText(value: unknown): string {
  if (value === true) return '✓'
  if (value === false) return '✗'
  return scoreText(value, MARK_CHARACTERS)
}

/** The value of a score or an annotation, on one line. */
export const scoreText = (value: unknown, charactersMax?: number): string =>
  typeof value === 'number' ? formatNumber(value) : formatPreview(value, charactersMax)
