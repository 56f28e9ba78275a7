import { apply, column, lower } from '../../query/build.ts'
import type { Expression } from '../../query/expression.ts'
import { contentDigest } from '../objects/digest.ts'
import { messageText } from './message-text.ts'
import type { DetailedAgentSpan } from './span.ts'

/** A message found in a span, with what replies say of the span. */
export interface SaidMessage {
  readonly span: Pick<
    DetailedAgentSpan,
    'span_id' | 'trace_id' | 'conversation_id' | 'conversation_name' | 'agent_name' | 'started_at'
  >
  readonly role: string
  readonly text: string
  readonly content_digest: string
}

interface Wanted {
  readonly query: string
  /** Undefined means all. */
  readonly roles?: readonly string[]
}

/** The matching messages of a span: its input, its output, and the arguments and results of tools. */
export function messagesIn(span: DetailedAgentSpan, { query, roles }: Wanted): SaidMessage[] {
  const needle = query.toLowerCase()
  const { span_id, trace_id, conversation_id, conversation_name, agent_name, started_at } = span
  // Without its messages: a reply would count those of the whole span for each that was found.
  const source = { span_id, trace_id, conversation_id, conversation_name, agent_name, started_at }
  return allIn(span)
    .filter(({ role, text }) => text !== '' && (roles === undefined || roles.includes(role)))
    .filter(({ text }) => text.toLowerCase().includes(needle))
    .map((said) => ({ ...said, span: source, content_digest: contentDigest(said.text) }))
}

/** The columns that `allIn` reads. */
const SEARCHED_JSON = ['system_instructions', 'input_messages', 'output_messages']
const SEARCHED_TEXTS = ['tool_call_arguments', 'tool_call_result']

/** Rules out most spans in the engine. Texts that JSON escapes are left to `messagesIn`. */
export function mayContain(query: string): Expression[] {
  if (query === '' || !/^[\w ,.;:!?'()-]+$/.test(query)) return []
  const substr: Expression = { kind: 'literal', value: query.toLowerCase() }
  const texts = [
    ...SEARCHED_TEXTS.map((name) => column(name)),
    ...SEARCHED_JSON.map(
      (name): Expression => ({
        kind: 'field',
        field: { kind: 'json', column: name, path: [], nullSorts: 'as unset' },
      }),
    ),
  ]
  return [
    {
      kind: 'or',
      operands: texts.map((text) => apply('contains', lower(text), substr)),
    },
  ]
}

function allIn(span: DetailedAgentSpan): { role: string; text: string }[] {
  return [
    ...span.system_instructions.map((text) => ({ role: 'system', text })),
    ...[...span.input_messages, ...span.output_messages].map((message) => ({
      role: message.role,
      text: messageText(message),
    })),
    { role: 'tool_call', text: span.tool_call_arguments ?? '' },
    { role: 'tool_result', text: span.tool_call_result ?? '' },
  ]
}
