import { exportAgentSpans } from '@heddle/contract/agents'
import { agentSpanFrom } from '../../otel/agent-spans.ts'
import { otlpOperation } from '../otel/otlp-operation.ts'

export const agentSpanExportOperations = [
  otlpOperation(exportAgentSpans, async (spans, rejections, context) => {
    const { id } = context.caller.user
    const made = spans.flatMap(
      (placed) => rejections.attempt(placed.span, () => agentSpanFrom(placed, id)) ?? [],
    )
    if (made.length > 0) await context.storage.agentSpans.put(made)
  }),
]
