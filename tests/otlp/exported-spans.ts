import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import { expect } from 'vitest'

const STARTED = Date.parse('2025-03-01T10:00:00Z')

/** Two spans as the OpenTelemetry SDK records them: a chat, and inside it a tool that fails. */
export function recordSpans(resource: Record<string, string> = {}): ReadableSpan[] {
  const memory = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(resource),
    spanProcessors: [new SimpleSpanProcessor(memory)],
  })
  const tracer = provider.getTracer('test')
  const chat = tracer.startSpan('chat gpt-4o', {
    startTime: new Date(STARTED),
    attributes: {
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.input.messages': '[{"role":"user","content":"2+2?"}]',
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 1,
      'gen_ai.request.temperature': 0.5,
    },
  })
  const inChat = trace.setSpan(ROOT_CONTEXT, chat)
  const tool = tracer.startSpan(
    'tool',
    { attributes: { input: 'x' }, startTime: new Date(STARTED + 100) },
    inChat,
  )
  tool.setStatus({ code: SpanStatusCode.ERROR, message: 'boom' })
  tool.end(new Date(STARTED + 200))
  chat.end(new Date(STARTED + 1250))
  return memory.getFinishedSpans()
}

export const CALLS_FROM_SPANS = [
  {
    op_name: expectOp('chat_gpt-4o'),
    inputs: { 'gen_ai.input.messages': [{ role: 'user', content: '2+2?' }] },
    attributes: { model: 'gpt-4o', model_parameters: { temperature: 0.5 } },
    summary: { usage: { 'gpt-4o': { input_tokens: 12, output_tokens: 1, total_tokens: 13 } } },
    exception: null,
    parent_id: null,
    started_at: '2025-03-01T10:00:00Z',
  },
  {
    op_name: expectOp('tool'),
    inputs: { input: 'x' },
    exception: 'boom',
    parent_id: expect.stringMatching(/^[\da-f]{16}$/),
  },
]

function expectOp(name: string) {
  return expect.stringContaining(`/op/${name}:`)
}

/** Exports spans and returns the exporter's result. */
export function deliver(
  exporter: SpanExporter,
  spans: ReadableSpan[],
): Promise<{ code: number; error?: Error }> {
  return new Promise((resolve) => exporter.export(spans, resolve))
}
