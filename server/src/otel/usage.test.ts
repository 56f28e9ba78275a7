import { describe, expect, test } from 'vitest'
import { newSummary } from '../domain/calls/summary.ts'
import { JsonNumber } from '../json/number.ts'
import { EMPTY_OBJECT } from '../json/text.ts'
import { ATTRIBUTES } from '../semconv/attributes.ts'
import { SpanAttributes } from '../semconv/span-attributes.ts'
import { attributeTree } from './attribute-tree.ts'
import { summaryOf } from './usage.ts'

type Sent = Readonly<Record<string, number | string>>

/** Numbers are numbers on the wire, everything else is text. */
function summaryOfSpan(attributes: Sent) {
  const sent = Object.entries(attributes).map(
    ([key, value]) => [key, typeof value === 'number' ? new JsonNumber(String(value)) : value] as const,
  )
  return summaryOf(new SpanAttributes(attributeTree(new Map(sent))))
}

const summary = (attributes: Sent) => JSON.parse(summaryOfSpan(attributes)?.summary.text ?? '{}')

const usage = (attributes: Sent) => summary(attributes).usage?.m

const model = { 'gen_ai.response.model': 'm' }

describe('counters', () => {
  test.each(ATTRIBUTES.input_tokens)('%s counts the input', (key) => {
    expect(usage({ ...model, [key]: 12 })).toEqual({ input_tokens: 12 })
  })

  test.each(ATTRIBUTES.output_tokens)('%s counts the output', (key) => {
    expect(usage({ ...model, [key]: 12 })).toEqual({ output_tokens: 12 })
  })

  // Beside the one that only Anthropic has, the input includes none: see below.
  const included = ATTRIBUTES.cache_read_input_tokens.filter((key) => !key.includes('.anthropic.'))

  test.each(included)('%s counts what was read from the cache', (key) => {
    expect(usage({ ...model, 'gen_ai.usage.input_tokens': 20, [key]: 12 })).toEqual({
      input_tokens: 20,
      cache_read_input_tokens: 12,
    })
  })

  test('are combined into the normal form', () => {
    const counts = {
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 30,
      'gen_ai.usage.cache_read.input_tokens': 60,
      'gen_ai.usage.cache_write.input_tokens': 20,
      'gen_ai.usage.reasoning.output_tokens': 10,
      'gen_ai.usage.audio.input_tokens': 5,
    }

    expect(usage({ ...model, ...counts })).toEqual({
      input_tokens: 100,
      output_tokens: 30,
      total_tokens: 130,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: 20,
      reasoning_tokens: 10,
      audio_input_tokens: 5,
    })
  })

  test('each is taken from the first convention that has it', () => {
    const counts = { 'gen_ai.usage.input_tokens': 100, 'ai.usage.cachedInputTokens': 60 }

    expect(usage({ ...model, ...counts })).toEqual({ input_tokens: 100, cache_read_input_tokens: 60 })
  })

  test('one that is sent under two names counts once', () => {
    expect(usage({ ...model, 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.prompt_tokens': 12 })).toEqual({
      input_tokens: 12,
    })
  })

  test('zero hides later names', () => {
    expect(usage({ ...model, 'gen_ai.usage.input_tokens': 0, 'llm.token_count.prompt': 7 })).toEqual({
      input_tokens: 0,
    })
  })

  test.each(['NaN', 'Infinity', '-3', '2.5', '', 'many', '1e300', '{"a":1}'])(
    '%j is not a count, and the next name is read',
    (value) => {
      expect(usage({ ...model, 'gen_ai.usage.input_tokens': value, 'llm.token_count.prompt': 7 })).toEqual({
        input_tokens: 7,
      })
    },
  )

  test('NaN as a double, which the AI SDK sends for streams, is not a count', () => {
    expect(usage({ ...model, 'ai.usage.promptTokens': Number.NaN })).toBeUndefined()
  })

  test('a reported total is used if it is larger than the sum', () => {
    const counts = {
      'llm.token_count.prompt': 1,
      'llm.token_count.completion': 2,
      'llm.token_count.total': 9,
    }

    expect(usage({ ...model, ...counts })).toMatchObject({ total_tokens: 9 })
  })

  test('sums of other spans are not counted', () => {
    expect(
      summary({ 'gen_ai.aggregated_usage.input_tokens': 12, 'logfire.metrics': '{"gen_ai.usage":[1]}' }),
    ).toEqual({})
  })

  test('JSON in an attribute is parsed', () => {
    expect(usage({ ...model, 'mlflow.chat.tokenUsage': '{"input_tokens":3,"output_tokens":4}' })).toEqual({
      input_tokens: 3,
      output_tokens: 4,
      total_tokens: 7,
    })
  })
})

describe('cached tokens that are not included in the input', () => {
  test.each<[string, Record<string, number | string>]>([
    [
      'by Langfuse in its own words',
      { 'langfuse.observation.usage_details': '{"input":100,"cache_read_input_tokens":60}' },
    ],
    ['by Claude Code', { input_tokens: '100', cache_read_tokens: '60' }],
  ])('%s are added to it', (_, counts) => {
    expect(usage({ ...model, ...counts })).toMatchObject({ input_tokens: 160, cache_read_input_tokens: 60 })
  })

  test('are added if the input is too small to include them', () => {
    const counts = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.cache_read_input_tokens': 60 }

    expect(usage({ ...model, ...counts })).toMatchObject({ input_tokens: 70 })
  })

  test('are added if the total includes them and the input does not, as Strands passes on what Bedrock counts', () => {
    const counts = {
      'gen_ai.usage.input_tokens': 3000,
      'gen_ai.usage.output_tokens': 100,
      'gen_ai.usage.cache_read_input_tokens': 2000,
    }

    expect(usage({ ...model, ...counts, 'gen_ai.usage.total_tokens': 5100 })).toMatchObject({
      input_tokens: 5000,
      total_tokens: 5100,
    })
    expect(usage({ ...model, ...counts, 'gen_ai.usage.total_tokens': 3100 })).toMatchObject({
      input_tokens: 3000,
      total_tokens: 3100,
    })
  })

  test('are added to what Logfire takes over from Anthropic, and not to what OpenAI counted', () => {
    const sent = (counts: object) =>
      usage({ ...model, 'gen_ai.usage.input_tokens': 100, response_data: JSON.stringify({ usage: counts }) })

    expect(sent({ input_tokens: 100, cache_read_input_tokens: 60 })).toMatchObject({ input_tokens: 160 })
    expect(sent({ prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 60 } })).toMatchObject({
      input_tokens: 100,
      cache_read_input_tokens: 60,
    })
  })

  test('are added to what Genkit takes over from Anthropic, and not to what OpenAI counted', () => {
    const sent = (custom: object, counts: object) =>
      usage({
        ...model,
        'genkit:output': JSON.stringify({ usage: { inputTokens: 100, custom }, raw: { usage: counts } }),
      })

    expect(
      sent({ cache_read_input_tokens: 60, cache_creation_input_tokens: 5 }, { input_tokens: 100 }),
    ).toMatchObject({ input_tokens: 165, cache_read_input_tokens: 60, cache_creation_input_tokens: 5 })
    expect(sent({}, { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 60 } })).toMatchObject({
      input_tokens: 100,
      cache_read_input_tokens: 60,
    })
  })

  const counted = (counts: object) => ({
    'ai.response.providerMetadata': JSON.stringify({ anthropic: { usage: counts } }),
  })

  test.each<[string, Sent, object]>([
    [
      '4',
      {
        'gen_ai.usage.input_tokens': 3000,
        'ai.response.providerMetadata': JSON.stringify({
          anthropic: { cacheReadInputTokens: 2000, cacheCreationInputTokens: 0 },
        }),
      },
      { input_tokens: 5000, cache_read_input_tokens: 2000, cache_creation_input_tokens: 0 },
    ],
    [
      '5 of a text',
      {
        'gen_ai.usage.input_tokens': 20,
        ...counted({ input_tokens: 20, cache_read_input_tokens: 5000, cache_creation_input_tokens: 7 }),
      },
      { input_tokens: 5027, cache_read_input_tokens: 5000, cache_creation_input_tokens: 7 },
    ],
    [
      '5 of a stream',
      {
        'gen_ai.usage.input_tokens': 3000,
        'ai.usage.cachedInputTokens': 2000,
        ...counted({ input_tokens: 3000, cache_read_input_tokens: 2000 }),
      },
      { input_tokens: 5000, cache_read_input_tokens: 2000 },
    ],
    [
      '6, which adds them itself,',
      {
        'gen_ai.usage.input_tokens': 5000,
        'ai.usage.inputTokenDetails.cacheReadTokens': 2000,
        ...counted({ input_tokens: 3000, cache_read_input_tokens: 2000 }),
      },
      { input_tokens: 5000, cache_read_input_tokens: 2000 },
    ],
  ])('of Anthropic by version %s of the AI SDK are added once', (_, counts, expected) => {
    expect(usage({ ...model, ...counts })).toEqual(expected)
  })

  test('are not added if Langfuse forwards the counters of OpenAI', () => {
    const details = '{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":60}}'

    expect(usage({ ...model, 'langfuse.observation.usage_details': details })).toMatchObject({
      input_tokens: 100,
      cache_read_input_tokens: 60,
    })
  })
})

test.each([
  '{"input":276,"input_cached_tokens":1024,"output":66,"output_reasoning_tokens":24,"total":1390}',
  '{"input":276,"input_cache_read":1024,"output":66,"output_reasoning":24,"total":1390}',
])('counters of Langfuse that are apart from each other are put together: %s', (details) => {
  expect(usage({ ...model, 'langfuse.observation.usage_details': details })).toEqual({
    input_tokens: 1300,
    output_tokens: 90,
    total_tokens: 1390,
    cache_read_input_tokens: 1024,
    reasoning_tokens: 24,
  })
})

test.each([
  ['apart, as of Gemini by version 5 of the AI SDK', 450, 350],
  ['inside', 300, 200],
])('the total tells whether output has its reasoning: %s', (_, total, expected) => {
  const counts = {
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 200,
    'ai.usage.reasoningTokens': 150,
    'ai.usage.totalTokens': total,
  }

  expect(usage({ ...model, ...counts })).toMatchObject({ output_tokens: expected, total_tokens: total })
})

test('reasoning is added if the output is too small to include it', () => {
  expect(usage({ ...model, 'gen_ai.usage.output_tokens': 5, 'gen_ai.usage.reasoning_tokens': 9 })).toEqual({
    output_tokens: 14,
    reasoning_tokens: 9,
  })
})

describe('the model', () => {
  const tokens = { 'llm.token_count.prompt': 1 }

  test.each<[string, Record<string, string>]>([
    ['the response', { 'gen_ai.response.model': 'm', 'gen_ai.request.model': 'other' }],
    ['the request', { 'gen_ai.request.model': 'm', 'ai.model.id': 'other' }],
    ['an embedding', { 'embedding.model_name': 'm' }],
    ['Langfuse', { 'langfuse.observation.model.name': 'm' }],
    ['MLflow, in quotes', { 'mlflow.llm.model': '"m"' }],
    [
      'a request that MLflow traced',
      { 'mlflow.spanType': '"CHAT_MODEL"', 'mlflow.spanInputs': '{"model":"m","messages":[]}' },
    ],
    ['LangSmith', { 'langsmith.metadata.ls_model_name': 'm' }],
    ['the parameters', { 'llm.invocation_parameters': '{"model":"m"}' }],
  ])('comes from %s', (_, attributes) => {
    expect(Object.keys(summary({ ...tokens, ...attributes }).usage)).toEqual(['m'])
  })

  test('that is unknown leaves the tokens under usage', () => {
    expect(summary(tokens)).toEqual({ usage: { usage: { input_tokens: 1 } } })
  })
})

test('a request of Genkit is named after its model, and nothing else is', () => {
  const action = (subtype: string) => ({
    'genkit:metadata:subtype': subtype,
    'genkit:name': 'm',
    'genkit:output': JSON.stringify({ usage: { inputTokens: 12, outputTokens: 3 } }),
  })

  expect(Object.keys(summary(action('model')).usage)).toEqual(['m'])
  expect(Object.keys(summary(action('util')).usage)).toEqual(['usage'])
})

describe('the reported cost', () => {
  test.each(ATTRIBUTES.reported_cost)('is read from %s', (key) => {
    expect(summary({ [key]: 0.25 })).toEqual({ weave: { reported_cost: 0.25 } })
  })

  test('is the sum of its parts without a total', () => {
    expect(summary({ 'llm.cost.prompt': 0.25, 'llm.cost.completion': 0.5 })).toEqual({
      weave: { reported_cost: 0.75 },
    })
  })

  test('is the sum of all that Langfuse lists, unless it lists a total too', () => {
    const reported = (costs: object) =>
      summary({ 'langfuse.observation.cost_details': JSON.stringify(costs) }).weave.reported_cost
    const costs = { input: 1, cache_read_input_tokens: 0.5, output: 2 }

    expect(reported(costs)).toBe(3.5)
    expect(reported({ ...costs, total: 3 })).toBe(3)
  })

  test('that two conventions list in parts counts once', () => {
    const sent = { 'langfuse.observation.cost_details': '{"input":0.25,"output":0.5}' }

    expect(summary({ ...sent, 'llm.cost.prompt': 0.25, 'llm.cost.completion': 0.5 })).toEqual({
      weave: { reported_cost: 0.75 },
    })
  })

  test.each([0, -1, 'NaN', 'free'])('of %j is none', (cost) => {
    expect(summary({ 'gen_ai.usage.cost': cost })).toEqual({})
  })
})

test.each<[string, Sent]>([
  ['tokens', { ...model, 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.output_tokens': 3 }],
  [
    'cached tokens',
    { ...model, 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.cache_read_input_tokens': 60 },
  ],
  ['tokens of no model', { 'llm.token_count.prompt': 1 }],
  [
    'the largest tokens',
    Object.fromEntries(
      ['input', 'output', 'reasoning', 'cache_read_input', 'cache_creation_input'].map((name) => [
        `gen_ai.usage.${name}_tokens`,
        2 ** 49,
      ]),
    ),
  ],
  ['a cost', { 'gen_ai.usage.cost': 0.25 }],
  ['a cost of a model', { ...model, 'gen_ai.usage.cost': 0.25 }],
  ['tokens and a cost', { ...model, 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.cost': 0.25 }],
  ['a cost beyond belief', { ...model, 'gen_ai.usage.cost': 1e12 }],
])('a summary of %s says the same as its text', (_, attributes) => {
  const made = summaryOfSpan(attributes)

  expect(made).toEqual(newSummary(made?.summary ?? EMPTY_OBJECT, []))
})
