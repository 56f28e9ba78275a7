import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { FEEDBACK_DEFAULTS, type Feedback } from './feedback.ts'
import { feedbackSelection, feedbackView } from './view.ts'

const feedback = (changes: Partial<Feedback> = {}): Feedback => ({
  ...FEEDBACK_DEFAULTS,
  id: 'f1',
  project_id: 'acme/demo',
  weave_ref: 'weave:///acme/demo/call/c1',
  wb_user_id: 'ada',
  created_at: 1_740_823_200_500_000,
  feedback_type: 'custom',
  payload: new JsonText('{"score":0.9,"ok":true,"n":5.0,"null":null,"a.b":1,"deep":{"list":[{"x":"y"}]}}'),
  ...changes,
})

function project(fields: readonly string[], row = feedback()) {
  const selection = feedbackSelection(fields)
  if (selection.kind === 'count') throw new Error('a count has no rows')
  return selection.view(row)
}

const BASIC = [
  'id',
  'project_id',
  'weave_ref',
  'wb_user_id',
  'creator',
  'created_at',
  'feedback_type',
  'payload',
  'annotation_ref',
  'runnable_ref',
  'call_ref',
  'trigger_ref',
]

test('a whole row leaves out the late columns that are at their defaults', () => {
  expect(Object.keys(feedbackView(feedback()))).toEqual(BASIC)
  expect(project([])).toEqual(feedbackView(feedback()))
})

test('a whole row has the late columns that are set', () => {
  const view = feedbackView(
    feedback({ queue_id: 'q', scorer_tags: ['x'], scorer_ratings: { _rating_: 0 }, span_status_code: 'OK' }),
  )

  expect(Object.keys(view)).toEqual([
    ...BASIC,
    'queue_id',
    'scorer_tags',
    'scorer_ratings',
    'span_status_code',
  ])
  expect(view).toMatchObject({ created_at: '2025-03-01T10:00:00.500000Z', scorer_ratings: { _rating_: 0 } })
})

test('columns requested by name are present even at their defaults', () => {
  expect(
    project(['id', 'queue_id', 'scorer_tags', 'scorer_ratings', 'span_agent_name', 'span_status_code']),
  ).toEqual({
    id: 'f1',
    queue_id: null,
    scorer_tags: [],
    scorer_ratings: {},
    span_agent_name: '',
    span_status_code: 'UNSET',
  })
})

test('a star means all columns', () => {
  expect(Object.keys(project(['*']))).toHaveLength(25)
})

test.each([
  ['payload.score', '0.9'],
  ['payload.ok', 'true'],
  ['payload.n', '5'],
  ['payload.null', ''],
  ['payload.missing', ''],
  ['payload.score.deeper', ''],
  ['payload.a\\.b', '1'],
  ['payload.deep', '{"list":[{"x":"y"}]}'],
  ['payload.deep.list.0.x', 'y'],
  ['payload_dump.score', '0.9'],
])('%s is the text %j under the name asked for', (name, text) => {
  expect(project([name])).toEqual({ [name]: text })
})

test('the payload is returned as an object, under both of its names', () => {
  const { payload } = feedback()

  expect(project(['payload', 'payload_dump'])).toEqual({ payload, payload_dump: payload })
})

test('a key of a map returns its value, or null', () => {
  const row = feedback({ scorer_ratings: { _rating_: 0.5, 'a.b': 2 }, scorer_tag_reasons: { x: 'why' } })

  expect(
    project(
      ['scorer_ratings._rating_', 'scorer_ratings.a.b', 'scorer_ratings.constructor', 'scorer_tag_reasons.x'],
      row,
    ),
  ).toEqual({
    'scorer_ratings._rating_': 0.5,
    'scorer_ratings.a.b': 2,
    'scorer_ratings.constructor': null,
    'scorer_tag_reasons.x': 'why',
  })
})

test.each(['count(*)', 'COUNT(*)', 'Count(*)'])('%s asks for a count', (name) => {
  expect(feedbackSelection(['id', name])).toEqual({ kind: 'count' })
})

test.each(['inputs.x', 'nope', '', 'id.x', 'scorer_tags.x', '__proto__', 'constructor'])(
  'the field %j is refused',
  (name) => {
    expect(() => feedbackSelection(['id', name])).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  },
)
