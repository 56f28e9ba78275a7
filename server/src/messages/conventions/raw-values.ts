import { parseLazy } from '../../json/lazy.ts'
import type { JsonValue } from '../../json/tree.ts'
import { filledAt, parseEncoded } from '../json-fields.ts'
import type { Message } from '../message.ts'
import { readMessages } from '../read-payload.ts'
import { readSettings } from '../settings.ts'
import type { Span } from '../span.ts'
import { readTools } from '../tool-definitions.ts'
import { type Convention, payloadSide, type Side } from './convention.ts'
import { withFinishReasons } from './gen-ai.ts'

/** MLflow: raw requests and responses. Every value is JSON, plain words included. */
export const mlflow: Convention = {
  input: (span) => payloadSide(parseEncoded(span.value('mlflow.spanInputs'))),
  output: (span) => payloadSide(parseEncoded(span.value('mlflow.spanOutputs'))),
  tools: (span) => readTools(span.value('mlflow.chat.tools')),
  settings: (span) => {
    if (span.value('mlflow.spanType') === undefined) return {}
    const model = span.value('mlflow.llm.model')
    const attributes = parseLazy(span.root)
    const told = attributes instanceof Map ? readSettings(attributes) : {}
    const sent = { ...told, ...(typeof model === 'string' && { model }) }
    return Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name, parseEncoded(value) ?? null]),
    )
  },
}

/** Google ADK before it sent GenAI messages: requests and responses of Gemini. */
export const googleAdk: Convention = {
  input: (span) => payloadSide(span.value('gcp.vertex.agent.llm_request')),
  output: (span) => payloadSide(span.value('gcp.vertex.agent.llm_response')),
  tool: (span) => ({
    arguments: span.value('gcp.vertex.agent.tool_call_args'),
    result: span.value('gcp.vertex.agent.tool_response'),
  }),
}

/** Claude Code's own spans. Its settings decide which texts are on them; `<REDACTED>` stands for a prompt that is withheld. */
export const claudeCode: Convention = {
  input: (span) => payloadSide(claudeText(span, 'user_prompt', 'new_context')),
  output: (span) => payloadSide(claudeText(span, 'response.model_output')),
  tool: (span) =>
    isClaudeCode(span)
      ? { id: span.text('tool_use_id'), name: span.text('tool_name'), arguments: span.value('tool_input') }
      : undefined,
}

const isClaudeCode = ({ name }: Span): boolean => name.startsWith('claude_code.')

const claudeText = (span: Span, ...keys: readonly string[]): string | undefined =>
  isClaudeCode(span) ? span.text(...keys) : undefined

/** Spring AI: the arguments and results of tools, and the queries of vector stores. */
export const springAi: Convention = {
  input: (span) => payloadSide(span.value('db.vector.query.content')),
  tool: (span) => ({
    name: span.text('spring.ai.tool.definition.name'),
    arguments: span.value('spring.ai.tool.call.arguments'),
    result: span.value('spring.ai.tool.call.result'),
  }),
}

/** Logfire's own instrumentation of OpenAI and Anthropic: the raw request, and what matters of the response. */
export const logfire: Convention = {
  input: (span) => payloadSide(span.value('request_data')),
  output: (span) => {
    const side = answerIn(span.value('response_data'), span.value('gen_ai.response.finish_reasons'))
    const isAnthropic = side && 'messages' in side && span.text('gen_ai.system') === 'anthropic'
    return isAnthropic ? { messages: side.messages.map(withBareArguments) } : side
  },
}

/** Logfire writes the arguments of Anthropic's calls as an object that has them as its `input`. */
const withBareArguments = (message: Message): Message => ({
  ...message,
  parts: message.parts.map((part) => {
    const args = part.type === 'tool_call' ? part.arguments : undefined
    const bare = args instanceof Map && args.size === 1 ? args.get('input') : undefined
    return part.type === 'tool_call' && bare !== undefined ? { ...part, arguments: bare } : part
  }),
})

/** The message, the text of a stream, or that of a completion. Other programs have a `response_data` and texts in it, too. */
function answerIn(response: JsonValue | undefined, reasons: JsonValue | undefined): Side | undefined {
  if (!(response instanceof Map)) return undefined
  const isAnswer =
    response.get('message') instanceof Map || response.has('usage') || response.has('chunk_count')
  if (!isAnswer) return undefined
  const messages = readMessages(filledAt(response, 'message', 'combined_chunk_content', 'text'), 'assistant')
  return messages.length > 0 ? { messages: withFinishReasons(messages, reasons) } : undefined
}

/** OpenLLMetry's decorators: the arguments and result of a function. */
export const traceloopEntity: Convention = {
  input: (span) => payloadSide(parseEncoded(span.value('traceloop.entity.input'))),
  output: (span) => payloadSide(parseEncoded(span.value('traceloop.entity.output'))),
  tool: (span) =>
    span.text('traceloop.span.kind') === 'tool' ? { name: span.text('traceloop.entity.name') } : undefined,
}
