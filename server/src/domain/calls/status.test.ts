import { expect, test } from 'vitest'
import { evaluateValue } from '../../query/evaluate.ts'
import { columnReader } from '../../query/row.ts'
import { callStatus, LATENCY_MS, latencyMs, STATUS, TRACE_NAME, traceName } from './status.ts'

const ended = { started_at: 0, ended_at: 1, failed: false, descendant_failed: false }

const filtered = (call: object) => evaluateValue(STATUS, columnReader(call))

test('for readers, an error takes precedence over running, and running over errors below', () => {
  expect(callStatus(ended)).toBe('success')
  expect(callStatus({ ...ended, descendant_failed: true })).toBe('descendant_error')
  expect(callStatus({ ...ended, descendant_failed: true, ended_at: null })).toBe('running')
  expect(callStatus({ ...ended, failed: true, ended_at: null })).toBe('error')
})

test('for filters and sorts, errors below take precedence over running', () => {
  expect(filtered(ended)).toBe('success')
  expect(filtered({ ...ended, ended_at: null })).toBe('running')
  expect(filtered({ ...ended, descendant_failed: true, ended_at: null })).toBe('descendant_error')
  expect(filtered({ ...ended, descendant_failed: true, failed: true })).toBe('error')
})

test('latency is truncated to milliseconds: for readers the difference, for filters both instants', () => {
  const call = { started_at: 1_999, ended_at: 3_000 }

  expect(latencyMs(call)).toBe(1)
  expect(evaluateValue(LATENCY_MS, columnReader(call))).toBe(2n)
  expect(latencyMs({ ...call, ended_at: null })).toBeUndefined()
  expect(evaluateValue(LATENCY_MS, columnReader({ ...call, ended_at: null }))).toBeNull()
})

test('a trace is named by the name in its op ref, else by its op name', () => {
  expect(traceName('weave:///acme/demo/op/rank:v1')).toBe('rank')
  expect(traceName('weave:///acme/demo/object/m:v1')).toBe('m')
  expect(traceName('weave:///acme/demo/call/c1')).toBe('weave:///acme/demo/call/c1')
  expect(traceName('rank')).toBe('rank')
})

test('a trace name is the display name, or else the op', () => {
  expect(evaluateValue(TRACE_NAME, columnReader({ display_name: 'Mine', op: 'rank' }))).toBe('Mine')
  expect(evaluateValue(TRACE_NAME, columnReader({ display_name: null, op: 'rank' }))).toBe('rank')
})
