import { describe, expect, test } from 'vitest'
import { JsonNumber } from '../json/number.ts'
import type { JsonValue } from '../json/tree.ts'
import { nested } from '../testing/attributes.ts'
import { kindOf } from './kind.ts'
import { SpanAttributes } from './span-attributes.ts'

const kind = (attributes: Readonly<Record<string, JsonValue>>) =>
  kindOf(new SpanAttributes(nested(attributes)))

test.each<[Record<string, JsonValue>, string | undefined]>([
  [{ 'langfuse.observation.type': 'generation' }, 'llm'],
  [{ 'langfuse.observation.type': 'event' }, 'call'],
  [{ 'openinference.span.kind': 'RERANKER' }, 'reranker'],
  [{ 'langsmith.span.kind': 'parser' }, 'chain'],
  [{ 'mlflow.spanType': '"CHAT_MODEL"' }, 'llm'],
  [{ 'mlflow.spanType': 'RETRIEVER' }, 'retriever'],
  [{ 'traceloop.span.kind': 'workflow' }, 'chain'],
  [{ 'ai.operationId': 'ai.generateText' }, 'chain'],
  [{ 'ai.operationId': 'ai.streamText.doStream' }, 'llm'],
  [{ 'ai.operationId': 'ai.embedMany.doEmbed' }, 'embedding'],
  [{ 'ai.operationId': 'ai.embed' }, 'embedding'],
  [{ 'ai.operationId': 'ai.toolCall' }, 'tool'],
  [{ 'gen_ai.operation.name': 'chat' }, 'llm'],
  [{ 'gen_ai.operation.name': 'invoke_agent' }, 'agent'],
  [{ 'gen_ai.operation.name': 'execute_event_loop_cycle' }, 'chain'],
  [{ 'gen_ai.operation.name': 'agent_step' }, 'chain'],
  [{ 'gen_ai.operation.name': 'search_memory' }, 'call'],
  [{ 'llm.request.type': 'completion' }, 'llm'],
  [{ 'span.type': 'llm_request' }, 'llm'],
  [{ 'gen_ai.operation.name': 'framework', 'spring.ai.kind': 'tool_call' }, 'tool'],
  [{ 'gen_ai.operation.name': 'framework', 'spring.ai.kind': 'chat_client' }, 'chain'],
  [{ 'spring.ai.kind': 'advisor' }, 'chain'],
  [{ 'weave.span.kind': 'advisor' }, undefined],
  [{ 'spring.ai.kind': 'vector_store', 'db.vector.query.content': 'cats' }, 'retriever'],
  [{ 'spring.ai.kind': 'vector_store', 'db.operation.name': 'add' }, undefined],
  [{ 'genkit:type': 'action', 'genkit:metadata:subtype': 'model' }, 'llm'],
  [{ 'genkit:type': 'action', 'genkit:metadata:subtype': 'retriever' }, 'retriever'],
  [{ 'genkit:type': 'action', 'genkit:metadata:subtype': 'indexer' }, undefined],
  [{ 'genkit:type': 'flowStep' }, 'chain'],
  [{ 'weave.span.kind': 'agent' }, 'agent'],
  [{ 'gen_ai.operation.name': 'something new' }, undefined],
  [{ 'openinference.span.kind': '__proto__' }, undefined],
  [{ 'openinference.span.kind': new Map([['a', 'llm']]) }, undefined],
  [{ 'http.method': 'GET' }, undefined],
])('%j is of kind %s', (attributes, expected) => {
  expect(kind(attributes)).toBe(expected)
})

describe('with several conventions on one span', () => {
  test('LangSmith wins over the operation, which says embeddings for a retriever', () => {
    expect(kind({ 'langsmith.span.kind': 'retriever', 'gen_ai.operation.name': 'embeddings' })).toBe(
      'retriever',
    )
  })

  test('a word that declares nothing leaves it to the next one', () => {
    expect(kind({ 'langfuse.observation.type': 'span', 'gen_ai.operation.name': 'execute_tool' })).toBe(
      'tool',
    )
  })

  test('a chat that mentions a tool is a chat', () => {
    expect(kind({ 'gen_ai.operation.name': 'chat', 'gen_ai.tool.name': 'search' })).toBe('llm')
  })
})

describe('without a declaration', () => {
  test('a model with tokens is an LLM call', () => {
    const tokens = { 'gen_ai.usage.input_tokens': new JsonNumber('1') }

    expect(kind({ 'gen_ai.request.model': 'm', ...tokens })).toBe('llm')
    expect(kind({ 'gen_ai.request.model': 'm' })).toBeUndefined()
  })

  test.each(['pydantic_ai.all_messages', 'all_messages_events'])('a span with %s is an agent', (messages) => {
    const run = { model_name: 'm', 'gen_ai.usage.input_tokens': new JsonNumber('1'), [messages]: '[{}]' }

    expect(kind(run)).toBe('agent')
  })

  test('a tool name is a tool', () => {
    expect(kind({ 'gen_ai.tool.name': 'search' })).toBe('tool')
  })
})
