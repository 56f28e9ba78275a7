import { expect, test } from 'vitest'
import { callSource } from '../testing/call-source.ts'
import { readKind } from './kind.ts'

test("a span is of the kind that it declares, whatever its name, and a 'call' if it declares none", () => {
  const op_name = 'openai.chat.completions.create'

  expect(readKind(callSource({ op_name, span: { 'openinference.span.kind': 'RERANKER' } }))).toBe('reranker')
  expect(readKind(callSource({ span: { 'mlflow.spanType': '"CHAT_MODEL"' } }))).toBe('llm')
  expect(readKind(callSource({ span: { 'openinference.span.kind': '__proto__' } }))).toBe('call')
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
