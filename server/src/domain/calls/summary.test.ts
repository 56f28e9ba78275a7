import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { JsonText } from '../../json/text.ts'
import { newSummary } from './summary.ts'

const LOC = ['body', 'end', 'summary']
const read = (text: string) => newSummary(new JsonText(text), LOC)

function issuesOf(text: string) {
  try {
    read(text)
  } catch (error) {
    if (error instanceof ServiceError)
      return { code: error.code, at: error.issues.map(({ loc }) => loc.join('.')) }
    throw error
  }
  return undefined
}

test('a summary that needs no change keeps its text', () => {
  const sent = new JsonText(
    '{ "x": 1.0, "usage": {"m": {"prompt_tokens": 3, "custom": "3"}}, "big": 12345678901234567890 }',
  )

  expect(newSummary(sent, LOC).summary).toBe(sent)
})

test('counters sent as 3.0 or "3" become 3, and nothing else changes', () => {
  const sent =
    '{"x": 1.0, "usage": {"m": {"requests": "3", "prompt_tokens": 3.0, "custom": "3.0"}}, "status_counts":{"error":2.0}}'

  const { summary, usage, descendant_failed } = read(sent)

  expect(summary.text).toBe(
    '{"x":1.0,"usage":{"m":{"requests":3,"prompt_tokens":3,"custom":"3.0"}},"status_counts":{"error":2}}',
  )
  expect(usage).toMatchObject([{ model: 'm', requests: 3, prompt_tokens: 3 }])
  expect(descendant_failed).toBe(true)
})

test('the two spellings of each counter are added up; missing and null ones are 0', () => {
  const { usage } = read(
    '{"usage":{"m":{"prompt_tokens":100,"input_tokens":20,"output_tokens":7,"total_tokens":null}}}',
  )

  expect(usage).toEqual([
    {
      model: 'm',
      request_model: null,
      reported_cost: null,
      preferred_cost: null,
      requests: 0,
      prompt_tokens: 120,
      completion_tokens: 7,
      total_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    },
  ])
})

test.each([
  ['180', 170],
  ['30', 20],
  ['null', 20],
])("Gemini's thoughts are output if the total of %s includes them beside it", (total, expected) => {
  const counts = `"prompt_tokens":10,"completion_tokens":20,"thoughts_tokens":150,"total_tokens":${total}`

  expect(read(`{"usage":{"m":{${counts}}}}`).usage).toMatchObject([{ completion_tokens: expected }])
})

describe('input tokens include the cached ones', () => {
  test.each([
    // Weave's Node SDK passes on what Anthropic reports.
    [
      { input_tokens: 148, cache_read_input_tokens: 1024, cache_creation_input_tokens: 128 },
      { prompt_tokens: 1300, cache_read_input_tokens: 1024, cache_creation_input_tokens: 128 },
    ],
    [
      { input_tokens: 1300, cache_read_input_tokens: 1024, cache_creation_input_tokens: 128 },
      { prompt_tokens: 1300, cache_read_input_tokens: 1024 },
    ],
    [
      { prompt_tokens: 1300, prompt_tokens_details: { cached_tokens: 1024 } },
      { prompt_tokens: 1300, cache_read_input_tokens: 1024 },
    ],
    [
      { input_tokens: 1300, input_tokens_details: { cached_tokens: '1024' } },
      { prompt_tokens: 1300, cache_read_input_tokens: 1024 },
    ],
    [
      { input_tokens: 1300, cache_read_input_tokens: 7, input_tokens_details: { cached_tokens: 1024 } },
      { prompt_tokens: 1300, cache_read_input_tokens: 7 },
    ],
  ])('%j', (sent, expected) => {
    const { usage } = read(JSON.stringify({ usage: { m: sent } }))

    expect(usage).toMatchObject([expected])
  })
})

test.each(['null', '[1]', '{"cached_tokens":-5}', '{"cached_tokens":1.5}', '{"cached_tokens":{}}'])(
  'details that count nothing are ignored: %s',
  (details) => {
    const { usage } = read(`{"usage":{"m":{"prompt_tokens":9,"prompt_tokens_details":${details}}}}`)

    expect(usage).toMatchObject([{ prompt_tokens: 9, cache_read_input_tokens: 0 }])
  },
)

test('a model may have any name', () => {
  expect(read('{"usage":{"__proto__":{"requests":1},"":{"requests":2}}}').usage).toMatchObject([
    { model: '__proto__', requests: 1 },
    { model: '', requests: 2 },
  ])
})

test('errors below count only if there are any', () => {
  expect(read('{"status_counts":{"success":1,"error":0}}').descendant_failed).toBe(false)
  expect(read('{"status_counts":{"error":1}}').descendant_failed).toBe(true)
  expect(read('{}').descendant_failed).toBe(false)
})

describe('a summary is refused field by field', () => {
  test.each([
    ['{"usage":null}', ['body.end.summary.usage']],
    ['{"usage":[]}', ['body.end.summary.usage']],
    ['{"usage":{"m":3}}', ['body.end.summary.usage.m']],
    ['{"usage":{"m":null}}', ['body.end.summary.usage.m']],
    ['{"usage":{"m":{"requests":1.5}}}', ['body.end.summary.usage.m.requests']],
    ['{"usage":{"m":{"requests":"abc"}}}', ['body.end.summary.usage.m.requests']],
    ['{"usage":{"m":{"requests":""}}}', ['body.end.summary.usage.m.requests']],
    ['{"usage":{"m":{"requests":{}}}}', ['body.end.summary.usage.m.requests']],
    ['{"usage":{"m":{"requests":true}}}', ['body.end.summary.usage.m.requests']],
    ['{"usage":{"m":{"requests":1e400}}}', ['body.end.summary.usage.m.requests']],
    ['{"status_counts":null}', ['body.end.summary.status_counts']],
    ['{"status_counts":{"error":null}}', ['body.end.summary.status_counts.error']],
    ['{"status_counts":{"lost":1}}', ['body.end.summary.status_counts.lost']],
    ['{"usage":3,"status_counts":3}', ['body.end.summary.usage', 'body.end.summary.status_counts']],
  ])('%s', (text, at) => {
    expect(issuesOf(text)).toEqual({ code: 'malformed_request', at })
  })
})

test('at most 100 issues are listed', () => {
  const unknown = Array.from({ length: 1_000 }, (_, index) => `"status${index}":1`)

  expect(issuesOf(`{"status_counts":{${unknown}}}`)?.at).toHaveLength(100)
})

test('a call has used at most a thousand models', () => {
  const withModels = (count: number) =>
    JSON.stringify({ usage: Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, {}])) })

  expect(read(withModels(1_000)).usage).toHaveLength(1_000)
  expect(issuesOf(withModels(1_001))).toEqual({ code: 'malformed_request', at: ['body.end.summary.usage'] })
})
