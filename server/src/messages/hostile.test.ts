import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callSource, contractIssues, messagesOf } from '../testing/call-source.ts'
import { PREVIEW_MAX } from './preview.ts'
import { describeCall } from './summary.ts'

/** Keys and words that readers look for, so that random values reach deep into them. */
const KEYS =
  `__proto__ constructor role content parts type text messages message contents config input output inputs outputs
  choices candidates generations kwargs args data id name lc tool_calls function arguments tool_call_id tool_use_id blocks block_type
  image image_url url source bytes toolUse toolResult reasoningContent functionCall function_response response result tools
  parameters system instructions documents document metadata score page_content node finish_reason delta self prompt summary
  embedding embeddings vector values 0 1 2 kind weave otel_span attributes events gen_ai operation tool llm langfuse observation ai
  openinference span value model temperature reasoning media toolRequest toolResponse caption`.split(/\s+/)

const WORDS =
  `text image image_url file tool_call tool_use tool_result thinking reasoning function_call function_call_output message
  human ai tool user assistant system constructor HumanMessage document blob uri web_search_call llm retriever embedding chat
  data:image/png;base64,AAAA https://x {"a":1} [[[]]] [{"role":"user"}] NOT_GIVEN`.split(/\s+/)

const ATTRIBUTES =
  `gen_ai.input.messages gen_ai.output.messages gen_ai.system_instructions gen_ai.prompt gen_ai.prompt.0.role
  gen_ai.prompt.0.content gen_ai.completion.0.tool_calls.0.name gen_ai.operation.name gen_ai.tool.definitions gen_ai.request
  llm.input_messages llm.input_messages.0.message.contents.0.message_content.type llm.output_messages llm.tools openinference.span.kind
  retrieval.documents embedding.embeddings input.value output.value langfuse.observation.input langfuse.observation.type
  ai.operationId ai.prompt ai.prompt.messages ai.response.toolCalls ai.embeddings ai.toolCall.args mlflow.spanInputs mlflow.spanType
  pydantic_ai.all_messages final_result events traceloop.entity.input gcp.vertex.agent.llm_request __proto__ a..b .`.split(
    /\s+/,
  )

const word = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary', maxLength: 5 }))

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    word,
    fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 4 }),
    members(fc.constantFrom(...KEYS), tie('json')),
    tie('json').map((value) => JSON.stringify(value) ?? ''),
  ),
}))

/** Defined one by one, so that `__proto__` is a key like any other. */
function members(key: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) {
  return fc.array(fc.tuple(key, value), { maxLength: 6 }).map((entries) => {
    const object = {}
    for (const [name, member] of entries) {
      Object.defineProperty(object, name, { value: member, enumerable: true, configurable: true })
    }
    return object
  })
}

const calls = fc.record({
  op_name: fc.constantFrom(
    'answer',
    'openai.chat.completions.create',
    'openai.embeddings.create',
    'langchain.Tool.x',
  ),
  inputs: json,
  output: json,
  attributes: json,
  span: fc.option(members(fc.constantFrom(...ATTRIBUTES), json), { nil: {} }),
})

test('any JSON is read as messages that match the contract', () => {
  fc.assert(
    fc.property(calls, ({ span, ...native }) => {
      expect(contractIssues(messagesOf(native))).toEqual([])
      expect(contractIssues(messagesOf({ ...native, span }))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('any JSON has previews of one bounded line', () => {
  fc.assert(
    fc.property(calls, (call) => {
      const { input_preview, output_preview } = describeCall(callSource(call))
      for (const preview of [input_preview, output_preview]) {
        expect(preview.length).toBeLessThanOrEqual(PREVIEW_MAX)
        expect(preview).not.toMatch(/[\n\r]/)
      }
    }),
    { numRuns: 300 },
  )
})

test('content is never lost', () => {
  const values = json.filter((value) => isFilled(value))

  fc.assert(
    fc.property(values, values, (inputs, output) => {
      const messages = messagesOf({ inputs: { argument: inputs }, output: { answer: output } })
      expect(messages.input).not.toEqual([])
      expect(messages.output).not.toEqual([])
    }),
  )
})

const isFilled = (value: unknown): boolean =>
  value !== null && value !== '' && JSON.stringify(value)?.length > 4

test('deep nesting and long lists are read', () => {
  const deep = `${'['.repeat(190)}${']'.repeat(190)}`
  const many = Array.from({ length: 20_000 }, () => ({ role: 'user', content: 'x' }))

  const { input, output } = messagesOf({ inputs: { messages: many }, output: JSON.parse(deep) })

  expect(input).toHaveLength(many.length)
  expect(output).toHaveLength(1)
})
