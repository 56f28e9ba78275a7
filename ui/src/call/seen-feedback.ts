import { isObject, valueAt } from '@heddle/contract/call/json'
import type { SeenValue } from '@heddle/contract/values'
import { namedFeedback } from './feedback.ts'

/** A kind of feedback as the filter bar names it, with its values, most frequent first. */
export interface SeenFeedback {
  readonly field: string
  readonly values: readonly SeenValue[]
}

/** Names and values of feedback, for autocompletion. Names that filters cannot express are left out. */
export function seenFeedback(rows: readonly unknown[]): SeenFeedback[] {
  const counts = new Map<string, Map<SeenValue['value'], number>>()
  for (const row of rows.filter(isObject)) {
    const [name, value] = nameAndValue(row)
    if (name === undefined || /[.[\]]/.test(name)) continue
    const ofName = counts.get(name) ?? new Map<SeenValue['value'], number>()
    counts.set(name, ofName)
    if (isSuggestable(value)) ofName.set(value, (ofName.get(value) ?? 0) + 1)
  }
  return [...counts].map(([name, ofName]) => ({
    field: `feedback.${name}`,
    values: [...ofName].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count),
  }))
}

function nameAndValue(row: Record<string, unknown>): [name: string | undefined, value: unknown] {
  if (row.feedback_type === 'wandb.reaction.1') return ['emoji', valueAt(row, 'payload.emoji')]
  if (row.feedback_type === 'wandb.note.1') return ['note', undefined]
  const named = namedFeedback(row)
  return [named?.name, named?.value]
}

const TEXT_LENGTH_MAX = 100

const isSuggestable = (value: unknown): value is SeenValue['value'] =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value !== '' && value.length <= TEXT_LENGTH_MAX)
