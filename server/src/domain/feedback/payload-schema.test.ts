import { expect, test } from 'vitest'
import { JsonText } from '../../json/text.ts'
import { inTurns } from '../../turns.ts'
import { FEEDBACK_DEFAULTS, type Feedback } from './feedback.ts'
import { payloadSchema } from './stats.ts'

const feedback = (payload: string): Feedback => ({
  ...FEEDBACK_DEFAULTS,
  id: 'f',
  project_id: 'acme/demo',
  weave_ref: 'r',
  wb_user_id: 'ada',
  created_at: 0,
  feedback_type: 'custom',
  payload: new JsonText(payload),
})

test('paths with scalar values are listed in order with their types', async () => {
  const rows = ['{"output":{"score":0.5,"ok":true},"label":"good"}', '{"output":{"score":1},"__proto__":1}']

  expect(await inTurns(payloadSchema(rows.map(feedback)))).toEqual([
    { json_path: '__proto__', value_type: 'numeric' },
    { json_path: 'label', value_type: 'categorical' },
    { json_path: 'output.ok', value_type: 'boolean' },
    { json_path: 'output.score', value_type: 'numeric' },
  ])
})

test('a path with values of several types is categorical, and null has no type', async () => {
  const rows = ['{"x":1,"y":null,"z":true}', '{"x":true,"y":2,"z":null}', '{"x":3}']

  expect(await inTurns(payloadSchema(rows.map(feedback)))).toEqual([
    { json_path: 'x', value_type: 'categorical' },
    { json_path: 'y', value_type: 'numeric' },
    { json_path: 'z', value_type: 'boolean' },
  ])
})

test('arrays and keys with dots are left out', async () => {
  const rows = [feedback('{"list":[{"x":1}],"a.b":1,"":2,"c":{"d.e":3}}')]

  expect(await inTurns(payloadSchema(rows))).toEqual([])
})
