import { valueAt } from '@heddle/contract/call/json'
import { usageOf } from '@heddle/contract/call/usage'
import { describe, expect, test } from 'vitest'
import { call } from '../testing/call.ts'
import { customColumn } from './custom-columns.tsx'
import { feedbackMarks } from './feedback.ts'
import { kindOf } from './kind.ts'

describe('a path', () => {
  const call = { inputs: { messages: [{ role: 'user' }], 'a.b': 1 } }

  test.each([
    ['inputs.messages.0.role', 'user'],
    ['inputs.a\\.b', 1],
    ['inputs.none.deeper', undefined],
    ['inputs.constructor', undefined],
    ['inputs.messages.9', undefined],
  ])('%s', (path, value) => expect(valueAt(call, path)).toEqual(value))
})

describe('usage', () => {
  test('is summed up over all models', () => {
    const summary = {
      usage: {
        'gpt-4o': { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
        'claude-x': { input_tokens: 7, output_tokens: 3 },
      },
      weave: { total_cost: 0.75, reported_cost: 0.5 },
    }

    expect(usageOf({ summary })).toEqual({
      models: ['gpt-4o', 'claude-x'],
      tokens: 25,
      cost: 0.75,
      reportedCost: 0.5,
    })
  })

  test('that was not reported is unknown, not zero', () => {
    expect(usageOf({ summary: {} })).toEqual({ models: [], tokens: undefined, cost: undefined })
  })
})

test.each([
  [{ weave: { kind: 'llm' } }, 'llm'],
  [{ weave: { kind: '__proto__' } }, 'call'],
  [{}, 'call'],
])('a call with the summary %j is of kind %s', (summary, kind) => expect(kindOf({ summary })).toBe(kind))

test('feedback is summarized by kind', () => {
  const feedback = [
    row('wandb.reaction.1', { emoji: '👍' }),
    row('wandb.reaction.1', { emoji: '👍' }),
    row('wandb.note.1', { note: 'wrong unit' }),
    row('wandb.runnable.helpful', { output: 0.75 }),
    row('wandb.annotation.correct', { value: true }),
    row('clarity', { score: 0.5 }),
    row('custom', { a: 1 }),
  ]

  const marks = feedbackMarks({ summary: { weave: { feedback } } })

  expect(marks.map(({ kind, text }) => [kind, text])).toEqual([
    ['emoji', '👍 2'],
    ['note', '1'],
    ['score', '0.75 helpful'],
    ['score', '✓ correct'],
    ['score', '0.5 clarity'],
    ['score', 'a: 1 custom'],
  ])
  expect(feedbackMarks({ summary: {} })).toEqual([])
})

test.each([
  ['feedback.helpful', '0.3'],
  ['feedback.custom.a', '1'],
  ['feedback.[acme.clarity].payload.score', '0.5'],
  ['feedback.[acme.clarity].payload.none', ''],
])('a column for %s shows %j', (path, text) => {
  const feedback = [
    row('wandb.runnable.helpful', { output: 0.1 + 0.2 }),
    row('acme.clarity', { score: 0.5 }),
    row('custom', { a: 1 }),
  ]

  expect(customColumn(path).cell(call({ summary: { weave: { feedback } } }))).toBe(text)
})

function row(feedback_type: string, payload: object) {
  return { id: feedback_type, feedback_type, payload }
}
