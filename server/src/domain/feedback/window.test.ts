import { expect, test } from 'vitest'
import { evaluate } from '../../query/evaluate.ts'
import { columnReader } from '../../query/row.ts'
import { type FeedbackWindowRequest, newFeedbackWindow } from './window.ts'

const DAY = 86_400_000_000
const NOW = Date.UTC(2025, 2, 2) * 1000
const START = '2025-03-01T00:00:00Z'
const MONITOR = 'weave:///acme/demo/object/mon'

interface Columns {
  readonly created_at?: number
  readonly feedback_type?: string
  readonly trigger_ref?: string | null
}

function isInside(request: Omit<FeedbackWindowRequest, 'start'>, columns: Columns): boolean {
  const row = { created_at: NOW - 1, feedback_type: 'custom', trigger_ref: null, ...columns }
  return evaluate(newFeedbackWindow({ start: START, ...request }, NOW).condition, columnReader(row))
}

test('a window ends now by default', () => {
  expect(newFeedbackWindow({ start: START }, NOW)).toMatchObject({ start: NOW - DAY, end: NOW })
  expect(newFeedbackWindow({ start: START, end: '2025-03-01T12:00:00Z' }, NOW).end).toBe(NOW - DAY / 2)
})

test('a window includes its start and excludes its end', () => {
  const inside = [NOW - DAY - 1, NOW - DAY, NOW - 1, NOW].map((created_at) => isInside({}, { created_at }))

  expect(inside).toEqual([false, true, true, false])
})

test('a window may be for one type only', () => {
  expect(isInside({ feedback_type: 'custom' }, {})).toBe(true)
  expect(isInside({ feedback_type: 'custo' }, {})).toBe(false)
})

test('a trigger is one version, or any version with a star', () => {
  expect(isInside({ trigger_ref: `${MONITOR}:D` }, { trigger_ref: `${MONITOR}:D` })).toBe(true)
  expect(isInside({ trigger_ref: `${MONITOR}:D` }, { trigger_ref: `${MONITOR}:E` })).toBe(false)
  expect(isInside({ trigger_ref: `${MONITOR}:*` }, { trigger_ref: `${MONITOR}:E` })).toBe(true)
  expect(isInside({ trigger_ref: `${MONITOR}:*` }, { trigger_ref: `${MONITOR}2:E` })).toBe(false)
  expect(isInside({ trigger_ref: `${MONITOR}:*` }, { trigger_ref: null })).toBe(false)
})

test.each([
  { start: 'soon' },
  { start: '2025-03-03' },
  { start: '2025-01-01' },
  { start: '2025-03-01', end: 'later' },
])('the window %j is malformed', (request) => {
  expect(() => newFeedbackWindow(request, NOW)).toThrow(
    expect.objectContaining({ code: 'malformed_request' }),
  )
})
