import { describe, expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import type { StoredCall } from './call.ts'
import { newCallColumns } from './columns.ts'
import { type CallExtras, callView } from './view.ts'

const ALL = newCallColumns()
const running: StoredCall = {
  project_id: 'acme/demo',
  id: 'c1',
  trace_id: 't1',
  parent_id: null,
  thread_id: 'th',
  turn_id: null,
  op_name: 'rank',
  display_name: null,
  started_at: 1_740_823_200_000_000,
  ended_at: null,
  expire_at: null,
  wb_user_id: 'user-1',
  wb_run_id: null,
  wb_run_step: 0,
  wb_run_step_end: null,
  is_span: false,
  failed: false,
  descendant_failed: false,
  usage_standing: null,
  kind: null,
  end_user: null,
  input_preview: null,
  output_preview: null,
  size_bytes: 42,
  attributes: new JsonText('{}'),
  otel_dump: null,
  inputs: new JsonText('{"n":1.0}'),
  output: null,
  summary: null,
  exception: null,
}
const ended: StoredCall = {
  ...running,
  ended_at: running.started_at + 1_250_999,
  output: new JsonText('[3,1]'),
  summary: new JsonText('{"usage":{}}'),
}
const summaryOf = (call: StoredCall, extras: CallExtras = {}) => callView(call, ALL, extras).summary.text

test('a running call has nulls in the fields that its end will set', () => {
  expect(callView(running, ALL)).toEqual({
    id: 'c1',
    project_id: 'acme/demo',
    op_name: 'rank',
    display_name: null,
    trace_id: 't1',
    parent_id: null,
    thread_id: 'th',
    turn_id: null,
    started_at: '2025-03-01T10:00:00Z',
    attributes: new JsonText('{}'),
    inputs: new JsonText('{"n":1.0}'),
    ended_at: null,
    exception: null,
    output: null,
    summary: new JsonText('{"weave":{"status":"running","trace_name":"rank"}}'),
    wb_user_id: 'user-1',
    wb_run_id: null,
    wb_run_step: 0,
    wb_run_step_end: null,
    deleted_at: null,
    expire_at: null,
    storage_size_bytes: null,
    total_storage_size_bytes: null,
  })
})

test('an ended call has its status, and its latency in whole milliseconds', () => {
  expect(callView(ended, ALL)).toMatchObject({ ended_at: '2025-03-01T10:00:01.250999Z' })
  expect(summaryOf(ended)).toBe(
    '{"usage":{},"weave":{"status":"success","latency_ms":1250,"trace_name":"rank"}}',
  )
})

test('errors below count only once the call has ended', () => {
  expect(summaryOf({ ...ended, descendant_failed: true })).toContain('"status":"descendant_error"')
  expect(summaryOf({ ...running, descendant_failed: true })).toContain('"status":"running"')
})

test('a display name replaces the trace name', () => {
  expect(JSON.parse(summaryOf({ ...running, display_name: 'X "1"' }))).toEqual({
    weave: { status: 'running', display_name: 'X "1"' },
  })
})

describe('summary.weave of the client is kept, except for derived keys', () => {
  test.each([
    [
      '{"weave":{"mine":1.0,"status":"odd","latency_ms":1,"costs":{}},"x":1.0}',
      '{"weave":{"mine":1.0,DERIVED},"x":1.0}',
    ],
    ['{"weave":null}', '{"weave":{DERIVED}}'],
    ['{"weave":[1]}', '{"weave":{DERIVED}}'],
    ['{"\\u0077eave":{"mine":1}}', '{"weave":{"mine":1,DERIVED}}'],
    ['{"x":{"weave":{"y":1}}}', '{"x":{"weave":{"y":1}},"weave":{DERIVED}}'],
    ['{ "big": 12345678901234567890 }', '{ "big": 12345678901234567890 ,"weave":{DERIVED}}'],
  ])('%s', (sent, expected) => {
    const derived = '"status":"success","latency_ms":1250,"trace_name":"rank"'

    expect(summaryOf({ ...ended, summary: new JsonText(sent) })).toBe(expected.replace('DERIVED', derived))
  })
})

test('feedback is present if requested, even if there is none', () => {
  expect(JSON.parse(summaryOf(running)).weave).not.toHaveProperty('feedback')
  expect(JSON.parse(summaryOf(running, { feedback: new JsonText('[]') })).weave.feedback).toEqual([])
})

const NO_COSTS = { models: new Map(), total_cost: null, cost_source: null }

test('costs are present if a model has a price', () => {
  expect(JSON.parse(summaryOf(ended, { costs: NO_COSTS })).weave).not.toHaveProperty('costs')
})

test('the span is an attribute', () => {
  const otel_dump = new JsonText('{"name":"s"}')
  const view = (attributes: string) =>
    callView({ ...running, attributes: new JsonText(attributes), otel_dump }, ALL)

  expect(view('{}').attributes.text).toBe('{"otel_span":{"name":"s"}}')
  expect(view('{"a":1.0,"otel_span":0}').attributes.text).toBe('{"a":1.0,"otel_span":{"name":"s"}}')
})

test('columns that were not requested are empty or null, and the status is still right', () => {
  const stored = { ...ended, attributes: null, inputs: null, summary: null, failed: true }

  const view = callView(stored, newCallColumns({ columns: ['output.a'] }))

  expect(view).toMatchObject({
    id: 'c1',
    started_at: '2025-03-01T10:00:00Z',
    attributes: { text: '{}' },
    inputs: { text: '{}' },
    output: { text: '[3,1]' },
    summary: { text: '{"weave":{"status":"error","latency_ms":1250,"trace_name":"rank"}}' },
    ended_at: null,
    thread_id: null,
    wb_user_id: null,
    wb_run_step: null,
  })
})

test('sizes and the user name are present if requested', () => {
  expect(callView(running, ALL)).not.toHaveProperty('wb_username')
  expect(
    callView(running, ALL, { includeStorageSize: true, totalStorageSizeBytes: 99, wb_username: 'ada' }),
  ).toMatchObject({ storage_size_bytes: 42, total_storage_size_bytes: 99, wb_username: 'ada' })
})

test('the summary has the values derived from the payloads, not those of the client under the same keys', () => {
  const call = {
    ...running,
    summary: new JsonText('{"weave":{"kind":"forged","input_preview":"forged"}}'),
    kind: 'llm',
    end_user: 'ada',
    output_preview: 'line "one"',
  }

  const weave = JSON.parse(callView(call, ALL).summary.text).weave

  expect(weave).toMatchObject({ kind: 'llm', end_user: 'ada', output_preview: 'line "one"' })
  expect(weave).not.toHaveProperty('input_preview')
})
