import { agentOperations } from './agents/agents.ts'
import { agentChatOperations } from './agents/chat.ts'
import { conversationSpanOperations } from './agents/conversation-spans.ts'
import { agentSpanExportOperations } from './agents/export-spans.ts'
import { agentSearchOperations } from './agents/search.ts'
import { agentSpanStatsOperations } from './agents/span-stats.ts'
import { agentSpanOperations } from './agents/spans.ts'
import { annotationItemOperations } from './annotation-queues/items.ts'
import { annotationQueueOperations } from './annotation-queues/queues.ts'
import { auditOperations, withAudit } from './audit.ts'
import { callCloseOperations } from './calls/close-open.ts'
import { callDeleteOperations } from './calls/delete.ts'
import { callLiveOperations } from './calls/live.ts'
import { callMessageOperations } from './calls/messages.ts'
import { callQueryOperations } from './calls/query.ts'
import { callReadOperations } from './calls/read.ts'
import { traceSkeletonOperations } from './calls/skeleton.ts'
import { callStatsOperations } from './calls/stats.ts'
import { threadOperations } from './calls/threads.ts'
import { callValueOperations } from './calls/values.ts'
import { callWriteOperations } from './calls/write.ts'
import { costOperations } from './costs/costs.ts'
import { predictionOperations } from './evaluations/predictions.ts'
import { evaluationResultOperations } from './evaluations/results.ts'
import { evaluationRunOperations } from './evaluations/runs.ts'
import { scoreOperations } from './evaluations/scores.ts'
import { evaluationStatusOperations } from './evaluations/status.ts'
import { feedbackOperations } from './feedback/feedback.ts'
import { feedbackScoreOperations } from './feedback/scores.ts'
import { feedbackStatsOperations } from './feedback/stats.ts'
import { fileOperations } from './files/files.ts'
import { datasetOperations } from './object-resources/datasets.ts'
import { evaluationOperations } from './object-resources/evaluations.ts'
import { modelOperations } from './object-resources/models.ts'
import { opOperations } from './object-resources/ops.ts'
import { scorerOperations } from './object-resources/scorers.ts'
import { objectOperations } from './objects/objects.ts'
import { refOperations } from './objects/refs.ts'
import { tagOperations } from './objects/tags.ts'
import type { AnyOperation } from './operation.ts'
import { logExportOperations } from './otel/export-logs.ts'
import { traceExportOperations } from './otel/export-traces.ts'
import { langfuseOperations } from './otel/langfuse.ts'
import { projectOperations } from './projects/projects.ts'
import { redactionOperations } from './projects/redaction.ts'
import { retentionOperations } from './projects/retention.ts'
import { clientInitOperations } from './service/client-init.ts'
import { metricsOperations } from './service/metrics.ts'
import { serviceOperations, unavailableOperations } from './service/service.ts'
import { statusOperations } from './service/status.ts'
import { sessionOperations } from './session/session.ts'
import { keyOperations } from './settings/keys.ts'
import { storageOperations } from './settings/storage.ts'
import { userOperations } from './settings/users.ts'
import { sqlOperations } from './sql/sql.ts'
import { tableQueryOperations } from './tables/query.ts'
import { tableOperations } from './tables/tables.ts'

const operations: readonly AnyOperation[] = [
  ...serviceOperations,
  ...metricsOperations,
  ...projectOperations,
  ...retentionOperations,
  ...redactionOperations,
  ...clientInitOperations,
  ...sessionOperations,
  ...userOperations,
  ...keyOperations,
  ...auditOperations,
  ...storageOperations,
  ...statusOperations,
  ...callWriteOperations,
  ...traceExportOperations,
  ...logExportOperations,
  ...langfuseOperations,
  ...callReadOperations,
  ...callMessageOperations,
  ...callDeleteOperations,
  ...callCloseOperations,
  ...callQueryOperations,
  ...callLiveOperations,
  ...callValueOperations,
  ...callStatsOperations,
  ...traceSkeletonOperations,
  ...threadOperations,
  ...agentSpanExportOperations,
  ...agentOperations,
  ...agentSpanOperations,
  ...agentSpanStatsOperations,
  ...agentSearchOperations,
  ...agentChatOperations,
  ...conversationSpanOperations,
  ...objectOperations,
  ...tagOperations,
  ...sqlOperations,
  ...refOperations,
  ...tableOperations,
  ...tableQueryOperations,
  ...fileOperations,
  ...feedbackOperations,
  ...feedbackStatsOperations,
  ...feedbackScoreOperations,
  ...annotationQueueOperations,
  ...annotationItemOperations,
  ...opOperations,
  ...datasetOperations,
  ...scorerOperations,
  ...modelOperations,
  ...evaluationOperations,
  ...evaluationStatusOperations,
  ...evaluationRunOperations,
  ...predictionOperations,
  ...scoreOperations,
  ...evaluationResultOperations,
  ...costOperations,
  ...unavailableOperations,
]

/** Every operation of the service, in the order in which the API documentation lists them. */
export const allOperations = operations.map(withAudit)
