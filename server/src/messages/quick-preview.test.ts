import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonText } from '../json/text.ts'
import { jsonTextOf } from '../json/write.ts'
import { callSource } from '../testing/call-source.ts'
import { previewInput, previewOutput } from './preview.ts'
import { quickInputPreview, quickOutputPreview } from './quick-preview.ts'
import { readInput, readOutput } from './read-call.ts'

const generalInput = (inputs: unknown) => previewInput(readInput(callSource({ inputs }), 'llm'))
const generalOutput = (output: unknown) => previewOutput(readOutput(callSource({ output }), 'llm'))

/** As text, and as UTF-8 that is not decoded. */
const formsOf = (value: unknown) => {
  const json = jsonTextOf(value)
  return [json, JsonText.ofUtf8(json.utf8)]
}

const words = fc.string({
  unit: fc.constantFrom(...'a \n"\\é💡{*#|[]()_`~-'),
  maxLength: 12,
})
const scalar = fc.oneof(words, fc.integer(), fc.constant(null), fc.boolean())
const content = fc.oneof(
  { weight: 4, arbitrary: words },
  scalar,
  fc.array(fc.record({ type: fc.constantFrom('text', 'image_url', 'tool_result'), text: words }), {
    maxLength: 2,
  }),
  fc.constantFrom(
    '**x** '.repeat(1_000),
    `|${'-'.repeat(700)} `.repeat(9),
    'x '.repeat(3_000),
    `${' '.repeat(1_900)}${'word '.repeat(500)}`,
    '\t"\\ é '.repeat(800),
  ),
)
const message = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'assistant', 'tool', 'developer', 'human', 'ai', 'function'),
    content,
    name: words,
    refusal: scalar,
    tool_calls: fc.constant([{ id: 'c', function: { name: 'f', arguments: '{}' } }]),
    type: fc.constantFrom('human', 'ai', 'message', 'text'),
    parts: fc.array(words, { maxLength: 1 }),
    reasoning_content: words,
    kwargs: fc.record({ content: words }),
  },
  { requiredKeys: ['role', 'content'] },
)
const messages = fc.oneof(
  fc.array(message, { maxLength: 4 }),
  scalar,
  fc.array(fc.array(message, { maxLength: 1 })),
)
const beside = {
  model: words,
  system: words,
  score: scalar,
  input: fc.oneof(words, fc.record({ messages })),
  prompt: words,
  content: fc.record({ parts: fc.array(words, { maxLength: 1 }) }),
  config: fc.record({}),
  message: fc.oneof(words, message),
  finish_reason: words,
  done: fc.boolean(),
  output: fc.record({ message }),
  outputs: fc.record({ messages }),
}

test('the quick preview of a request is that of the general readers, or none', () => {
  const requests = fc.record({ messages, ...beside }, { requiredKeys: ['messages'] })

  fc.assert(
    fc.property(requests, (request) => {
      for (const json of formsOf(request)) {
        expect(quickInputPreview(json) ?? generalInput(request)).toBe(generalInput(request))
      }
    }),
    { numRuns: 1_000 },
  )
})

test('the quick preview of a response is that of the general readers, or none', () => {
  const choice = fc.record(
    { message, delta: message, text: words, finish_reason: words, index: scalar },
    { requiredKeys: ['message'] },
  )
  const choices = fc.oneof(fc.array(choice, { maxLength: 3 }), scalar)
  const responses = fc.record({ choices, messages, ...beside }, { requiredKeys: ['choices'] })

  fc.assert(
    fc.property(responses, (response) => {
      for (const json of formsOf(response)) {
        expect(quickOutputPreview(json) ?? generalOutput(response)).toBe(generalOutput(response))
      }
    }),
    { numRuns: 1_000 },
  )
})

test('chats are previewed quickly', () => {
  const asked = { model: 'm', messages: [{ role: 'user', content: '# Why "this"?\nTell  **me**' }] }
  const answered = { id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'Because.' } }] }

  expect(quickInputPreview(jsonTextOf(asked))).toBe('Why "this"? Tell me')
  expect(quickOutputPreview(jsonTextOf(answered))).toBe('Because.')
})
