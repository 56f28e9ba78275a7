import { describe, expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { checkDisplayName, newCallEnd, newCallStart, newCompleteCall, type StartRecord } from './new-call.ts'

const LOC = ['body', 'start']
const author = {
  wb_user_id: 'user-1',
  newId: () => 'new-id',
  retentionDays: () => null,
  redactor: () => undefined,
}
const start: StartRecord = {
  project_id: 'acme/demo',
  op_name: 'rank',
  started_at: '2025-03-01T10:00:00Z',
  attributes: new JsonText('{}'),
  inputs: new JsonText('{}'),
}
const end = {
  project_id: 'acme/demo',
  id: 'c1',
  ended_at: '2025-03-01T10:00:01.250Z',
  summary: new JsonText('{}'),
}
const invalid = expect.objectContaining({ code: 'invalid_request' })

test('a start gets the ids it lacks, and always the caller as its author', () => {
  const call = newCallStart(start, author, LOC)

  expect(call).toMatchObject({ id: 'new-id', trace_id: 'new-id', wb_user_id: 'user-1' })
  expect(newCallStart({ ...start, id: 'c1', trace_id: 't1' }, author, LOC)).toMatchObject({
    id: 'c1',
    trace_id: 't1',
  })
})

test('empty strings are unset', () => {
  const empty = { display_name: '', parent_id: '', thread_id: '', turn_id: '', wb_run_id: '' }

  expect(newCallStart({ ...start, ...empty }, author, LOC)).toMatchObject({
    display_name: null,
    parent_id: null,
    thread_id: null,
    turn_id: null,
    wb_run_id: null,
  })
  expect(newCallEnd({ ...end, exception: '' }, author, LOC).exception).toBeNull()
})

test('inputs, attributes and the span are redacted before refs are collected', () => {
  const ref = 'weave:///acme/demo/object/m:D'
  const payload = new JsonText(`{"api_key":"${ref}","model":"${ref}/attr/x","n":1.0}`)

  const call = newCallStart(
    { ...start, inputs: payload, attributes: payload, otel_dump: payload },
    author,
    LOC,
  )

  const redacted = `{"api_key":"REDACTED","model":"${ref}/attr/x","n":1.0}`
  expect([call.inputs.text, call.attributes.text, call.otel_dump?.text]).toEqual([
    redacted,
    redacted,
    redacted,
  ])
  expect(call.input_refs).toEqual([`${ref}/attr/x`])
})

test('the dump of a span decides whether its inputs and attributes are searched for credentials', () => {
  const [clean, secret] = [new JsonText('{"model":"m"}'), new JsonText('{"api_key":"sk"}')]
  const record = { ...start, ...end, id: 'a', trace_id: 't', inputs: secret, attributes: secret }
  const ofSpan = (otel_dump: JsonText) =>
    newCompleteCall({ ...record, otel_dump }, author, LOC, { isSpan: true }).start

  expect(ofSpan(clean)).toMatchObject({ inputs: secret, attributes: secret })
  const redacted = { text: '{"api_key":"REDACTED"}' }
  expect(ofSpan(secret)).toMatchObject({ inputs: redacted, attributes: redacted, otel_dump: redacted })
})

test('an output is kept as sent, with its refs', () => {
  const output = new JsonText('{"api_key":"sk","r":"weave:///acme/demo/call/c2"}')

  const call = newCallEnd({ ...end, output }, author, LOC)

  expect(call.output).toBe(output)
  expect(call.output_refs).toEqual(['weave:///acme/demo/call/c2'])
  expect(newCallEnd(end, author, LOC)).toMatchObject({ output: null, output_refs: [] })
})

test('an end has the usage and errors of its summary', () => {
  const summary = new JsonText('{"usage":{"m":{"requests":1}},"status_counts":{"error":1}}')

  expect(newCallEnd({ ...end, summary }, author, LOC)).toMatchObject({
    summary,
    usage: [{ model: 'm', requests: 1 }],
    descendant_failed: true,
    ended_at: 1_740_823_201_250_000,
  })
})

test('a complete call has a start and an end', () => {
  const call = newCompleteCall({ ...start, ...end, trace_id: 't1' }, author, LOC)

  expect(call.start).toEqual(newCallStart({ ...start, id: 'c1', trace_id: 't1' }, author, LOC))
  expect(call.end).toEqual(newCallEnd(end, author, LOC))
})

describe('names have limits, counted in characters', () => {
  test('a display name has 1024', () => {
    expect(() => checkDisplayName('😀'.repeat(1024))).not.toThrow()
    expect(() => checkDisplayName('x'.repeat(1025))).toThrow(invalid)
    expect(() => newCallStart({ ...start, display_name: 'x'.repeat(1025) }, author, LOC)).toThrow(invalid)
  })

  test('a plain op name has 128, an op ref more', () => {
    const ref = `weave:///acme/demo/op/${'x'.repeat(128)}:v1`

    expect(newCallStart({ ...start, op_name: 'x'.repeat(128) }, author, LOC).op_name).toHaveLength(128)
    expect(newCallStart({ ...start, op_name: ref }, author, LOC).op_name).toBe(ref)
    expect(() => newCallStart({ ...start, op_name: 'x'.repeat(129) }, author, LOC)).toThrow(invalid)
  })
})

test.each(['id', 'trace_id', 'parent_id', 'thread_id', 'turn_id', 'wb_run_id'])('%s has a limit', (field) => {
  const call = newCallStart({ ...start, [field]: 'x'.repeat(1024) }, author, LOC)

  expect(call).toHaveProperty(field, 'x'.repeat(1024))
  expect(() => newCallStart({ ...start, [field]: 'x'.repeat(1025) }, author, LOC)).toThrow(
    `${field} is over 1024 characters`,
  )
})

test('the id of an end and the ref of an op have the same limit', () => {
  expect(() => newCallEnd({ ...end, id: 'x'.repeat(1025) }, author, LOC)).toThrow(invalid)
  const op_name = `weave:///acme/demo/op/${'x'.repeat(1024)}`
  expect(() => newCallStart({ ...start, op_name }, author, LOC)).toThrow(invalid)
})

test('inputs and attributes are redacted, whatever the span has that a client sends beside them', () => {
  const secret = new JsonText('{"api_key":"sk"}')

  const call = newCallStart(
    { ...start, inputs: secret, attributes: secret, otel_dump: new JsonText('{}') },
    author,
    LOC,
  )

  expect([call.inputs.text, call.attributes.text]).toEqual([
    '{"api_key":"REDACTED"}',
    '{"api_key":"REDACTED"}',
  ])
})

test('an end without an id is refused', () => {
  expect(() => newCallEnd({ ...end, id: '' }, author, LOC)).toThrow(invalid)
})

test('issues have their path', () => {
  expect(() => newCallStart({ ...start, started_at: 'soon' }, author, LOC)).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ loc: ['body', 'start', 'started_at'] })] }),
  )
  expect(() =>
    newCallEnd({ ...end, summary: new JsonText('{"usage":null}') }, author, ['body', 'batch', 3]),
  ).toThrow(
    expect.objectContaining({
      issues: [expect.objectContaining({ loc: ['body', 'batch', 3, 'summary', 'usage'] })],
    }),
  )
})
