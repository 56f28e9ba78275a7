import { expect, test } from 'vitest'
import { callSource } from '../testing/call-source.ts'
import { readKind } from './kind.ts'

test.each([
  ['langfuse.observation.type', 'generation', 'llm'],
  ['langfuse.observation.type', 'guardrail', 'guardrail'],
  ['langfuse.observation.type', 'event', 'call'],
  ['openinference.span.kind', 'RERANKER', 'reranker'],
  ['openinference.span.kind', 'PROMPT', 'prompt'],
  ['langsmith.span.kind', 'parser', 'chain'],
  ['mlflow.spanType', '"CHAT_MODEL"', 'llm'],
  ['traceloop.span.kind', 'workflow', 'chain'],
  ['ai.operationId', 'ai.streamText.doStream', 'llm'],
  ['ai.operationId', 'ai.streamText', 'chain'],
  ['gen_ai.operation.name', 'invoke_agent', 'agent'],
  ['gen_ai.operation.name', 'execute_event_loop_cycle', 'chain'],
  ['gen_ai.operation.name', 'embedding', 'embedding'],
  ['gen_ai.operation.name', 'agent_step', 'chain'],
  ['gen_ai.operation.name', 'update_memory', 'call'],
  ['llm.request.type', 'completion', 'llm'],
  ['gen_ai.tool.name', 'search', 'tool'],
  ['openinference.span.kind', '__proto__', 'call'],
])('a span whose %s is %s is of the kind %s', (attribute, value, kind) => {
  expect(readKind(callSource({ span: { [attribute]: value } }))).toBe(kind)
})

test("a library's own word wins over the operation that OpenTelemetry has it name", () => {
  const span = { 'langsmith.span.kind': 'retriever', 'gen_ai.operation.name': 'embeddings' }

  expect(readKind(callSource({ span }))).toBe('retriever')
})

test('a model with token counts is an llm, a model alone is not', () => {
  const model = { 'gen_ai.request.model': 'gpt-4o' }

  expect(readKind(callSource({ span: { ...model, 'gen_ai.usage.input_tokens': 3 } }))).toBe('llm')
  expect(readKind(callSource({ span: model }))).toBe('call')
})

test.each([
  ['openai.chat.completions.create', 'llm'],
  ['openai.responses.create', 'llm'],
  ['openai.embeddings.create', 'embedding'],
  ['anthropic.Messages.create', 'llm'],
  ['anthropic.AsyncMessages.stream', 'llm'],
  ['google.genai.models.Models.generate_content', 'llm'],
  ['BedrockRuntime.converse', 'llm'],
  ['litellm.acompletion', 'llm'],
  ['langchain.Retriever.VectorStoreRetriever', 'retriever'],
  ['openai_agent_function', 'tool'],
  ['weave:///team/app/op/Accuracy.score:abc', 'evaluator'],
  ['weave:///team/app/op/answer:abc', 'call'],
  ['my_openai_wrapper', 'call'],
  ['embed', 'call'],
])('the op %s is of the kind %s', (op_name, kind) => {
  expect(readKind(callSource({ op_name }))).toBe(kind)
})

test("an integration's op name wins over a declared kind, which wrappers get wrong", () => {
  const attributes = { weave: { kind: 'llm' } }

  expect(readKind(callSource({ op_name: 'langchain.Tool.search', attributes }))).toBe('tool')
  expect(readKind(callSource({ op_name: 'answer', attributes }))).toBe('llm')
})

test('an op of the Node SDK that is named after a method is an llm where it names a model', () => {
  const op_name = 'weave:///team/app/op/create:abc'

  expect(readKind(callSource({ op_name, inputs: { arg0: { model: 'claude', messages: [] } } }))).toBe('llm')
  expect(readKind(callSource({ op_name, inputs: { name: 'order' } }))).toBe('call')
})
