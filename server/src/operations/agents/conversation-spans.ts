import { readConversationSpans } from '@heddle/contract/agent-chat'
import { type AgentSpan, durationMs } from '../../domain/agents/span.ts'
import { spanCondition } from '../../domain/agents/span-condition.ts'
import { AGENT_MONITOR, AGENT_USER_FEEDBACK, type Feedback } from '../../domain/feedback/feedback.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { all, any, columnIn, sortedBy } from '../../query/build.ts'
import type { AgentSpanSearch } from '../../storage/port/agents.ts'
import type { FeedbackSearch } from '../../storage/port/feedback.ts'
import { lazyMap } from '../../turns.ts'
import { type Context, inProject, operation } from '../operation.ts'

/** Feedback types that rate a conversation or a turn. */
const RATING_TYPES = [AGENT_USER_FEEDBACK, AGENT_MONITOR]

export const conversationSpanOperations = [
  operation(readConversationSpans, inProject('read'), async (request, context) => {
    const { project_id, conversation_ids: named = [], ...window } = request
    const conversation_ids = [...new Set(named)]
    const search: AgentSpanSearch = {
      project_id,
      condition: spanCondition(window, columnIn('conversation_id', conversation_ids)),
      sort: [sortedBy('started_at', 'instant', 'asc')],
    }
    const spans = await context.reply.read((bytesMax) => context.storage.agentSpans.find(search, bytesMax))
    const ratings = await ratingsOn(project_id, conversation_ids, spans, context)
    const byConversation = groupBy(spans, ({ conversation_id }) => conversation_id)
    return {
      conversations: lazyMap(conversation_ids, (conversation_id) => {
        const own = byConversation.get(conversation_id) ?? []
        return {
          conversation_id,
          spans: own.map(spanView),
          spans_feedback: ratings.filter(isAbout(conversation_id, own)).map(ratingView),
        }
      }),
    }
  }),
]

function ratingsOn(
  project_id: string,
  conversationIds: readonly string[],
  spans: readonly AgentSpan[],
  { storage, reply }: Context,
): Promise<Feedback[]> {
  const traceIds = [...new Set(spans.map(({ trace_id }) => trace_id))]
  const isAboutOne = any([
    columnIn('span_conversation_id', conversationIds),
    columnIn('span_trace_id', traceIds),
  ])
  const search: FeedbackSearch = {
    project_id,
    condition: all([columnIn('feedback_type', RATING_TYPES), isAboutOne]),
    sort: [],
  }
  return reply.read((bytesMax) => storage.feedback.find(search, bytesMax))
}

function isAbout(conversationId: string, spans: readonly AgentSpan[]): (row: Feedback) => boolean {
  const traceIds = new Set(spans.map(({ trace_id }) => trace_id))
  return ({ span_conversation_id, span_trace_id }) =>
    span_conversation_id === conversationId || traceIds.has(span_trace_id)
}

const spanView = (span: AgentSpan) => ({
  trace_id: span.trace_id,
  span_id: span.span_id,
  operation_name: span.operation_name ?? '',
  status: span.status_code,
  duration_ms: durationMs(span),
})

const ratingView = (row: Feedback) => ({
  feedback_type: row.feedback_type,
  trace_id: row.span_trace_id || null,
  tags: [...row.scorer_tags],
  ratings: Object.entries(row.scorer_ratings).map(([name, value]) => ({
    name,
    value,
    reason: row.scorer_rating_reasons[name] ?? null,
    confidence: row.scorer_rating_confidences[name] ?? null,
  })),
})
