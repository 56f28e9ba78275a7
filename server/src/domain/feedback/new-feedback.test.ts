import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import type { FeedbackRequest } from './feedback.ts'
import { newFeedback } from './new-feedback.ts'

const STAMP = { id: '01951f40-7b2a-7c1e-9f55-0a1b2c3d4e5f', wb_user_id: 'ada', now: 1_740_823_500_000_123 }
const REFS = 'weave:///acme/demo'
const OBJECT = `${REFS}/object/s:D`
const OP = `${REFS}/op/s:D`
const CALL = `${REFS}/call/c2`

type Changes = Partial<Omit<FeedbackRequest, 'payload'>> & { readonly payload?: unknown }

const request = ({ payload = {}, ...changes }: Changes): FeedbackRequest => ({
  project_id: 'acme/demo',
  weave_ref: `${REFS}/call/c1`,
  feedback_type: 'custom',
  payload: new JsonText(JSON.stringify(payload)),
  ...changes,
})

const make = (changes: Changes) => newFeedback(request(changes), STAMP)

const refusal = expect.objectContaining({ code: 'invalid_request' })

test('a row has the fields of the request, those that the service adds, and defaults for the rest', async () => {
  const row = await make({ feedback_type: 'wandb.note.1', payload: { note: 'wrong unit' }, creator: 'Ada' })

  expect(row).toEqual({
    id: STAMP.id,
    project_id: 'acme/demo',
    weave_ref: `${REFS}/call/c1`,
    wb_user_id: 'ada',
    creator: 'Ada',
    created_at: STAMP.now,
    feedback_type: 'wandb.note.1',
    payload: new JsonText('{"note":"wrong unit"}'),
    annotation_ref: null,
    runnable_ref: null,
    call_ref: null,
    trigger_ref: null,
    queue_id: null,
    scorer_tags: [],
    scorer_tag_reasons: {},
    scorer_tag_confidences: {},
    scorer_ratings: {},
    scorer_rating_reasons: {},
    scorer_rating_confidences: {},
    span_agent_name: '',
    span_agent_version: '',
    span_conversation_id: '',
    span_trace_id: '',
    scorer_trace_id: '',
    span_status_code: 'UNSET',
  })
})

test('the id of a request is kept; its user and time are not', async () => {
  const sent = { ...request({ id: 'mine' }), wb_user_id: 'eve', created_at: 1, feedback_id: 'old' }

  const row = await newFeedback(sent, STAMP)

  expect(row).toMatchObject({ id: 'mine', wb_user_id: 'ada', created_at: STAMP.now })
  expect(row).not.toHaveProperty('feedback_id')
})

test('item_ref is another name for weave_ref', async () => {
  const { weave_ref, ...rest } = request({})

  expect((await newFeedback({ ...rest, item_ref: 'weave:///acme/demo/call/c9' }, STAMP)).weave_ref).toBe(
    'weave:///acme/demo/call/c9',
  )
})

test('feedback without a subject is malformed, and the issue has its path', async () => {
  const { weave_ref, ...rest } = request({})

  await expect(newFeedback(rest, STAMP, ['body', 'batch', 2])).rejects.toThrow(
    expect.objectContaining({
      code: 'malformed_request',
      issues: [{ loc: ['body', 'batch', 2, 'weave_ref'], msg: 'Field required', type: 'missing' }],
    }),
  )
})

test('the target may be any text', async () => {
  expect((await make({ weave_ref: 'weave:///acme/demo/obj/123:abc' })).weave_ref).toBe(
    'weave:///acme/demo/obj/123:abc',
  )
})

test('a reaction gains the names of its emoji', async () => {
  const row = await make({ feedback_type: 'wandb.reaction.1', payload: { emoji: '👍🏻' } })

  expect(row.payload.text).toBe(
    '{"emoji":"👍🏻","alias":":thumbs_up_light_skin_tone:","detoned":"👍","detoned_alias":":thumbs_up:"}',
  )
})

test('a payload keeps its text', async () => {
  const payload = new JsonText('{ "score": 1.0, "big": 12345678901234567890 }')

  expect((await newFeedback({ ...request({}), payload }, STAMP)).payload.text).toBe(payload.text)
})

test('a payload of over a mebibyte is refused', async () => {
  const payloadOf = (length: number) => ({ x: 'y'.repeat(length - '{"x":""}'.length) })

  await expect(make({ payload: payloadOf(1024 * 1024 + 1) })).rejects.toThrow(refusal)
  await expect(make({ payload: payloadOf(1024 * 1024) })).resolves.toBeDefined()
})

test.each<[string, Changes]>([
  ['a payload that is no object', { payload: [] }],
  ['a reaction without emoji', { feedback_type: 'wandb.reaction.1', payload: {} }],
  ['a reaction with a number', { feedback_type: 'wandb.reaction.1', payload: { emoji: 5 } }],
  ['a reaction with two emoji', { feedback_type: 'wandb.reaction.1', payload: { emoji: '👍👍' } }],
  ['a reaction with a word', { feedback_type: 'wandb.reaction.1', payload: { emoji: 'ok' } }],
  ['a note without text', { feedback_type: 'wandb.note.1', payload: {} }],
  ['an empty note', { feedback_type: 'wandb.note.1', payload: { note: '' } }],
  ['a long note', { feedback_type: 'wandb.note.1', payload: { note: 'x'.repeat(1025) } }],
  ['a custom type with an annotation_ref', { annotation_ref: OBJECT }],
  ['a custom type with a runnable_ref', { runnable_ref: OBJECT }],
  ['a custom type with a call_ref', { call_ref: CALL }],
  ['a custom type with a trigger_ref', { trigger_ref: OBJECT }],
  ['a custom type with scorer_tags', { scorer_tags: ['x'] }],
  ['a custom type with scorer_ratings', { scorer_ratings: { x: 1 } }],
  ['agent user feedback without tags', { feedback_type: 'wandb.agent_user_feedback' }],
  [
    'an agent monitor without refs',
    { feedback_type: 'wandb.agent_monitor', runnable_ref: OBJECT, call_ref: CALL },
  ],
])('%s is refused', async (_, changes) => {
  await expect(make(changes)).rejects.toThrow(refusal)
})

test.each<[string, Changes]>([
  [
    'a note of 1024 astral characters',
    { feedback_type: 'wandb.note.1', payload: { note: '👍'.repeat(1024) } },
  ],
  ['a custom type with an empty annotation_ref', { annotation_ref: '' }],
  ['a custom type with empty scores', { scorer_tags: [], scorer_ratings: {} }],
  ['a type of the wandb prefix that is not known', { feedback_type: 'wandb.other.1', payload: { x: 1 } }],
  ['agent user feedback with tags', { feedback_type: 'wandb.agent_user_feedback', scorer_tags: ['x'] }],
  [
    'an agent monitor with its refs and scores',
    {
      feedback_type: 'wandb.agent_monitor',
      runnable_ref: OBJECT,
      call_ref: CALL,
      trigger_ref: `${REFS}/object/m:D`,
      scorer_ratings: { _rating_: 0 },
    },
  ],
])('%s is fine', async (_, changes) => {
  await expect(make(changes)).resolves.toBeDefined()
})

const annotation = (changes: Changes): Changes => ({
  feedback_type: 'wandb.annotation.s',
  annotation_ref: OBJECT,
  payload: { value: null },
  ...changes,
})

test('an annotation names its spec and has a value', async () => {
  expect((await make(annotation({}))).annotation_ref).toBe(OBJECT)
})

test.each<[string, Changes]>([
  ['no name', { feedback_type: 'wandb.annotation.' }],
  ['no dot', { feedback_type: 'wandb.annotation' }],
  ['another name', { feedback_type: 'wandb.annotation.t' }],
  ['no ref', { annotation_ref: '' }],
  ['an op', { annotation_ref: OP }],
  ['a call', { annotation_ref: CALL }],
  ['no version', { annotation_ref: `${REFS}/object/s` }],
  ['another project', { annotation_ref: 'weave:///other/demo/object/s:D' }],
  ['no value', { payload: {} }],
  ['scores', { scorer_tags: ['x'] }],
])('an annotation with %s is refused', async (_, changes) => {
  await expect(make(annotation(changes))).rejects.toThrow(refusal)
})

const runnable = (changes: Changes): Changes => ({
  feedback_type: 'wandb.runnable.s',
  payload: { output: 0.9 },
  ...changes,
})

test('an object may score without a call, but an op may not', async () => {
  await expect(make(runnable({ runnable_ref: OBJECT }))).resolves.toBeDefined()
  await expect(make(runnable({ runnable_ref: OP, call_ref: CALL }))).resolves.toBeDefined()
  await expect(make(runnable({ runnable_ref: OP }))).rejects.toThrow(refusal)
})

test.each<[string, Changes]>([
  ['no ref', {}],
  ['another name', { runnable_ref: `${REFS}/object/t:D` }],
  ['a call for a ref', { runnable_ref: CALL }],
  ['no output', { runnable_ref: OBJECT, payload: {} }],
  ['an object for a call', { runnable_ref: OBJECT, call_ref: OBJECT }],
  ['an op for a trigger', { runnable_ref: OBJECT, trigger_ref: OP }],
  ['an annotation_ref', { runnable_ref: OBJECT, annotation_ref: OBJECT }],
  ['no dot in its type', { feedback_type: 'wandb.runnable', runnable_ref: OBJECT }],
])('a runnable with %s is refused', async (_, changes) => {
  await expect(make(runnable(changes))).rejects.toThrow(refusal)
})

test('a ref to an agent conversation fills in its id', async () => {
  const weave_ref = `${REFS}/agent_conversation/chat%201`

  expect(await make({ weave_ref })).toMatchObject({ span_conversation_id: 'chat 1', span_trace_id: '' })
  expect(await make({ weave_ref, span_conversation_id: 'chat 1' })).toMatchObject({
    span_conversation_id: 'chat 1',
  })
  await expect(make({ weave_ref, span_conversation_id: 'chat 2' })).rejects.toThrow(refusal)
  await expect(make({ weave_ref, span_trace_id: 't1' })).rejects.toThrow(refusal)
})

test('a ref to an agent turn fills in its trace', async () => {
  const weave_ref = `${REFS}/agent_turn/t1`

  expect(await make({ weave_ref, span_conversation_id: 'chat' })).toMatchObject({
    span_conversation_id: 'chat',
    span_trace_id: 't1',
  })
  await expect(make({ weave_ref, span_trace_id: 't2' })).rejects.toThrow(refusal)
})
