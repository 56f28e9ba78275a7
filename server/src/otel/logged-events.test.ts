import { expect, test } from 'vitest'
import { NON_FINITE_MAX } from '../json/limits.ts'
import { EVENT_LENGTH_MAX, loggedEvents } from './logged-events.ts'

/** The attributes of the event that a log record with this text as its body becomes. */
function attributesOf(body: string): unknown {
  const [logged] = loggedEvents([
    { name: 'gen_ai.user.message', nanos: 1n, trace_id: 't', span_id: 's', body, attributes: new Map() },
  ])
  return JSON.parse(logged?.event.text ?? '{}').attributes
}

test.each([
  { role: 'user', content: 'Hi' },
  { role: 'assistant', tool_calls: [] },
  { index: 0, message: { role: 'assistant', content: 'Hello' } },
])('a text is a message if it is the JSON of one: %j', (message) => {
  expect(attributesOf(JSON.stringify(message))).toEqual(message)
})

test.each([
  ['an answer in JSON', '{"message":"Hi","confidence":0.9}'],
  ['a role that nobody speaks in', '{"role":"admin","task":"delete"}'],
  ['a role that is no word', '{"role":7,"content":"Hi"}'],
  ['numbers that JSON does not have', '{"role":"user","content":NaN}'],
  ['plain text', 'Hi'],
])('any other text is content as it came: %s', (_, body) => {
  expect(attributesOf(body)).toEqual({ content: body })
})

test('a text is not parsed if its event is refused, or if it has more numbers than can be stored', () => {
  const long = JSON.stringify({ role: 'user', content: 'x'.repeat(EVENT_LENGTH_MAX) })
  const many = `{"role":"user","content":[${'NaN,'.repeat(NON_FINITE_MAX + 1)}0]}`

  for (const body of [long, many]) expect(attributesOf(body)).toEqual({ content: body })
})
