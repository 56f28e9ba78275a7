import { isObject, valueAt } from '@heddle/contract/call/json'
import type { CallRecord } from '@heddle/contract/calls'
import { formatNumber } from '../format/number.ts'
import { formatPreview } from '../format/preview.ts'

const SHORT_MAX = 8

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
  const value = scoreText(named.value)
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

/** Named feedback: a score, an annotation or a custom type, whose value may be anywhere in the payload. */
export function namedFeedback(row: Record<string, unknown>): NamedFeedback | undefined {
  const type = String(row.feedback_type)
  const [, sort, name] = /^wandb\.(runnable|annotation)\.(.+)$/.exec(type) ?? []
  if (sort === 'runnable' && name) return { sort: 'Score', name, value: valueAt(row, 'payload.output') }
  if (sort === 'annotation' && name) return { sort: 'Annotation', name, value: valueAt(row, 'payload.value') }
  if (type.startsWith('wandb.')) return undefined
  const { payload } = row
  const value = isObject(payload) ? (payload.score ?? payload.value ?? payload) : payload
  return { sort: 'Feedback', name: type, value }
}

function scoreText(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value)
  if (value === true) return '✓'
  if (value === false) return '✗'
  return formatPreview(value, 40)
}
