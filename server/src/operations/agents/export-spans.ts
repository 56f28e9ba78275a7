import { exportAgentSpans } from '@heddle/contract/agents'
import { agentSpanFrom } from '../../otel/agent-spans.ts'
import { credentialRedactor, redactSpans } from '../../otel/redact.ts'
import { otlpOperation } from '../otel/otlp-operation.ts'

export const agentSpanExportOperations = [
  otlpOperation(exportAgentSpans, async (spans, rejections, context) => {
    const { id } = context.caller.user
    const settings = await context.settings.ofAll([...new Set(spans.map(({ project_id }) => project_id))])
    const redacted = redactSpans(spans, (projectId) => settings.get(projectId)?.redactor)
    const withoutCredentials = credentialRedactor()
    const made = redacted.flatMap(
      (placed) => rejections.attempt(placed.span, () => agentSpanFrom(withoutCredentials(placed), id)) ?? [],
    )
    if (made.length > 0) await context.storage.agentSpans.put(made)
  }),
]
