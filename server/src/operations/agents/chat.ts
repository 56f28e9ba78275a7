import { readAgentTurn, readAgentTurns } from '@heddle/contract/agent-chat'
import type { DetailedAgentSpan } from '../../domain/agents/span.ts'
import { NO_FEEDBACK, turnOf } from '../../domain/agents/turn.ts'
import { feedbackOnCall } from '../../domain/feedback/view.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { formatRef } from '../../domain/objects/ref.ts'
import { column, columnIn, columnIs } from '../../query/build.ts'
import { lazyMap } from '../../turns.ts'
import { type Context, inProject, operation } from '../operation.ts'

const TURNS_USUAL = 50

export const agentChatOperations = [
  operation(readAgentTurn, inProject('read'), async (request, context) => {
    const [turn] = await readTurns([request.trace_id], request, context)
    return turn ?? turnOf(request.trace_id, [], NO_FEEDBACK)
  }),

  operation(readAgentTurns, inProject('read'), async (request, context) => {
    const { project_id, conversation_id, limit = TURNS_USUAL, offset = 0 } = request
    const { groups, total } = await context.storage.agentSpans.group({
      project_id,
      condition: columnIs('conversation_id', conversation_id),
      keys: [column('trace_id')],
      edges: [],
      measures: [{ make: 'min', value: STARTED_AT }],
      ranges: [],
      sort: [{ by: 'measure', at: 0, direction: 'desc' }],
      limit,
      offset,
    })
    const traceIds = groups.map(({ keys }) => String(keys[0])).reverse()
    return {
      conversation_id,
      turns: await readTurns(traceIds, request, context),
      total_turns: total,
      has_more: total > offset + groups.length,
      limit,
      offset,
      total_cost_usd: null,
      feedback: request.include_feedback ? await onConversation(project_id, conversation_id, context) : null,
    }
  }),
]

const STARTED_AT = column('started_at', 'instant')

async function onConversation(project_id: string, id: string, { storage, reply }: Context) {
  const ref = formatRef({ kind: 'agent_conversation', project_id, id })
  const rows = await reply.read((bytesMax) => storage.feedback.on(project_id, [ref], bytesMax))
  return rows.map(feedbackOnCall)
}

interface TurnsRequest {
  readonly project_id: string
  readonly include_feedback?: boolean
}

/** The turns of these traces, in the same order. */
async function readTurns(traceIds: readonly string[], request: TurnsRequest, context: Context) {
  const search = { project_id: request.project_id, condition: columnIn('trace_id', traceIds), sort: [] }
  const spans = await context.reply.read((bytesMax) =>
    context.storage.agentSpans.findDetailed(search, bytesMax),
  )
  const byTrace = groupBy(spans, ({ trace_id }) => trace_id)
  const feedbackOf = request.include_feedback
    ? await feedbackOn(request.project_id, traceIds, spans, context)
    : () => NO_FEEDBACK
  return lazyMap(traceIds, (id) => turnOf(id, byTrace.get(id) ?? [], feedbackOf(id)))
}

async function feedbackOn(
  project_id: string,
  traceIds: readonly string[],
  spans: readonly DetailedAgentSpan[],
  { storage, reply }: Context,
) {
  const turnRef = (id: string) => formatRef({ kind: 'agent_turn', project_id, id })
  const spanRef = (id: string) => formatRef({ kind: 'agent_span', project_id, id })
  const refs = [...traceIds.map(turnRef), ...spans.map(({ span_id }) => spanRef(span_id))]
  const found = await reply.read((bytesMax) => storage.feedback.on(project_id, refs, bytesMax))
  const rows = groupBy(found, ({ weave_ref }) => weave_ref)
  const on = (ref: string) => (rows.get(ref) ?? []).map(feedbackOnCall)
  return (traceId: string) => ({
    onTurn: on(turnRef(traceId)),
    onSpan: (spanId: string) => on(spanRef(spanId)),
  })
}
