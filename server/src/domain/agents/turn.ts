import { formatDateTime } from '../../time.ts'
import type { FeedbackView } from '../feedback/view.ts'
import { type ChatMessage, chatOf } from './chat.ts'
import { type DetailedAgentSpan, durationMs, INVOKE_AGENT } from './span.ts'
import { walkTrace } from './trace-walk.ts'

/** Feedback on a turn and its spans; null if not requested. */
export interface TurnFeedback {
  readonly onTurn: FeedbackView[] | null
  readonly onSpan: (spanId: string) => FeedbackView[] | null
}

export const NO_FEEDBACK: TurnFeedback = { onTurn: null, onSpan: () => null }

/** One trace as a chat, with its tokens and duration. */
export function turnOf(
  trace_id: string,
  spans: readonly DetailedAgentSpan[],
  { onTurn, onSpan }: TurnFeedback,
) {
  const [first] = walkTrace(spans)
  const root = first?.span
  const agent = spans.find(({ agent_name }) => agent_name !== null)
  return {
    trace_id,
    root_span_name: root?.span_name ?? null,
    agent_name: root?.agent_name ?? agent?.agent_name ?? null,
    agent_version: root?.agent_version ?? agent?.agent_version ?? null,
    provider: spans.find(({ provider_name }) => provider_name !== null)?.provider_name ?? null,
    wb_user_id: root?.wb_user_id ?? null,
    started_at: root ? formatDateTime(root.started_at) : null,
    ended_at: root ? formatDateTime(root.ended_at) : null,
    status_code: root?.status_code ?? null,
    messages: chatOf(spans).map((message) => messageView(message, onSpan)),
    ...tokensOf(spans),
    total_duration_ms: root ? durationMs(root) : null,
    total_cost_usd: null,
    feedback: onTurn,
  }
}

function messageView({ span, ...payload }: ChatMessage, onSpan: TurnFeedback['onSpan']) {
  return {
    ...payload,
    span_id: span.span_id,
    started_at: formatDateTime(span.started_at),
    agent_name: span.agent_name,
    agent_version: span.agent_version,
    status_code: span.status_code,
    status_message: span.status_message,
    error_type: span.error_type,
    feedback: onSpan(span.span_id),
  }
}

/** Some agents report the sum of the models below them, which counts only if no model reports its own. */
function tokensOf(spans: readonly DetailedAgentSpan[]) {
  const models = spans.filter((span) => span.operation_name !== INVOKE_AGENT && hasTokens(span))
  const counted = models.length > 0 ? models : spans
  const sum = (read: (span: DetailedAgentSpan) => number | null) =>
    counted.reduce((total, span) => total + (read(span) ?? 0), 0)
  return {
    total_input_tokens: sum((span) => span.input_tokens),
    total_output_tokens: sum((span) => span.output_tokens),
    total_reasoning_tokens: sum((span) => span.reasoning_tokens),
    total_cache_creation_input_tokens: sum((span) => span.cache_creation_input_tokens),
    total_cache_read_input_tokens: sum((span) => span.cache_read_input_tokens),
  }
}

const hasTokens = ({ input_tokens, output_tokens }: DetailedAgentSpan): boolean =>
  input_tokens !== null || output_tokens !== null
