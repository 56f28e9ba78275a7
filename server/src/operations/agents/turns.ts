import type { DetailedAgentSpan } from '../../domain/agents/span.ts'
import { columnIn } from '../../domain/agents/span-condition.ts'
import { NO_FEEDBACK, turnOf } from '../../domain/agents/turn.ts'
import { feedbackOnCall } from '../../domain/feedback/view.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import { formatRef } from '../../domain/objects/ref.ts'
import type { Context } from '../operation.ts'

interface TurnsRequest {
  readonly project_id: string
  readonly include_feedback?: boolean
}

/** The turns that these traces are, in their order. */
export async function readTurns(traceIds: readonly string[], request: TurnsRequest, context: Context) {
  const search = { project_id: request.project_id, condition: columnIn('trace_id', traceIds), sort: [] }
  const spans = await context.reply.read((bytesMax) =>
    context.storage.agentSpans.findDetailed(search, bytesMax),
  )
  const byTrace = groupBy(spans, ({ trace_id }) => trace_id)
  const feedbackOf = request.include_feedback
    ? await feedbackOn(request.project_id, traceIds, spans, context)
    : () => NO_FEEDBACK
  return traceIds.map((id) => turnOf(id, byTrace.get(id) ?? [], feedbackOf(id)))
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
