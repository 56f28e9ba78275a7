import { agentTurnRead, agentTurnsRead } from './agents/chat.ts'
import { conversationSpansRead } from './agents/conversation-spans.ts'
import { agentSpansDelete } from './agents/delete-spans.ts'
import { agentSpansExport } from './agents/export-spans.ts'
import { agentsQuery, agentVersionsQuery } from './agents/query-agents.ts'
import { agentSpansQuery } from './agents/query-spans.ts'
import { agentsSearch } from './agents/search.ts'
import { agentAttributesRead } from './agents/span-attributes.ts'
import { agentSpanStats } from './agents/span-stats.ts'
import { annotationItemsAdd } from './annotation-queues/add-items.ts'
import { annotationQueueCreate } from './annotation-queues/create.ts'
import { annotationQueueDelete } from './annotation-queues/delete.ts'
import { annotationItemProgress } from './annotation-queues/progress.ts'
import { annotationQueuesQuery } from './annotation-queues/query.ts'
import { annotationItemsQuery } from './annotation-queues/query-items.ts'
import { annotationQueueRead } from './annotation-queues/read.ts'
import { annotationQueuesStats } from './annotation-queues/stats.ts'
import { annotationQueueUpdate } from './annotation-queues/update.ts'
import { callsComplete } from './calls/complete-batch.ts'
import { callsDelete } from './calls/delete.ts'
import { callEnd } from './calls/end.ts'
import { callEndInProject } from './calls/end-in-project.ts'
import { callsFields } from './calls/fields.ts'
import { callsLive } from './calls/live.ts'
import { callsQuery } from './calls/query.ts'
import { callsQueryStats } from './calls/query-stats.ts'
import { callRead } from './calls/read.ts'
import { traceSkeleton } from './calls/skeleton.ts'
import { callStart } from './calls/start.ts'
import { callStartInProject } from './calls/start-in-project.ts'
import { callsStats } from './calls/stats.ts'
import { callsStreamQuery } from './calls/stream-query.ts'
import { traceUsage } from './calls/trace-usage.ts'
import { callUpdate } from './calls/update.ts'
import { callUpsertBatch } from './calls/upsert-batch.ts'
import { callsUsage } from './calls/usage.ts'
import { callsValues } from './calls/values.ts'
import { costCreate } from './costs/create.ts'
import { costPurge } from './costs/purge.ts'
import { costQuery } from './costs/query.ts'
import { evalResultsQuery } from './eval-results/query.ts'
import { evaluationRunCreate } from './evaluation-runs/create.ts'
import { evaluationRunsDelete } from './evaluation-runs/delete.ts'
import { evaluationRunFinish } from './evaluation-runs/finish.ts'
import { evaluationRunsList } from './evaluation-runs/list.ts'
import { evaluationRunRead } from './evaluation-runs/read.ts'
import { evaluationStatusRead } from './evaluations/status.ts'
import { feedbackAggregate } from './feedback/aggregate.ts'
import { feedbackCreate } from './feedback/create.ts'
import { feedbackCreateBatch } from './feedback/create-batch.ts'
import { feedbackPayloadSchema } from './feedback/payload-schema.ts'
import { feedbackPurge } from './feedback/purge.ts'
import { feedbackQuery } from './feedback/query.ts'
import { feedbackReplace } from './feedback/replace.ts'
import { feedbackStatsRead } from './feedback/stats.ts'
import { fileContent } from './files/content.ts'
import { fileCreate } from './files/create.ts'
import { filesQueryStats } from './files/query-stats.ts'
import { datasetOperations } from './object-resources/datasets.ts'
import { evaluationOperations } from './object-resources/evaluations.ts'
import { modelOperations } from './object-resources/models.ts'
import { opOperations } from './object-resources/ops.ts'
import { scorerOperations } from './object-resources/scorers.ts'
import { objectCreate } from './objects/create.ts'
import { objectDelete } from './objects/delete.ts'
import { registryLink } from './objects/link-to-registry.ts'
import { runtimePut } from './objects/put-runtime.ts'
import { objectsQuery } from './objects/query.ts'
import { objectRead } from './objects/read.ts'
import type { AnyOperation } from './operation.ts'
import { tracesExport } from './otel/export-traces.ts'
import { predictionCreate } from './predictions/create.ts'
import { predictionsDelete } from './predictions/delete.ts'
import { predictionFinish } from './predictions/finish.ts'
import { predictionsList } from './predictions/list.ts'
import { predictionRead } from './predictions/read.ts'
import { projectsQuery } from './projects/query.ts'
import { refsReadBatch } from './refs/read-batch.ts'
import { scoreCreate } from './scores/create.ts'
import { scoresDelete } from './scores/delete.ts'
import { scoresList } from './scores/list.ts'
import { scoreRead } from './scores/read.ts'
import { clientInit } from './service/client-init.ts'
import { healthRead } from './service/health.ts'
import { metricsRead } from './service/metrics.ts'
import { projectStatsRead } from './service/project-stats.ts'
import { projectsInfoRead } from './service/projects-info.ts'
import { readinessRead } from './service/ready.ts'
import { retentionRead, retentionSet } from './service/retention.ts'
import { serverInfoRead } from './service/server-info.ts'
import { statusRead } from './service/status.ts'
import { unavailableOperations } from './service/unavailable.ts'
import { versionRead } from './service/version.ts'
import { sessionClose } from './session/close.ts'
import { sessionOpen } from './session/open.ts'
import { sessionRead } from './session/read.ts'
import { keyCreate, keyDelete, keysQuery } from './settings/keys.ts'
import { memberDelete, memberSet, membersQuery } from './settings/members.ts'
import { callStorageQuery, storageQuery } from './settings/storage.ts'
import { userCreate, userDelete, usersQuery } from './settings/users.ts'
import { tableCreate } from './tables/create.ts'
import { tableCreateFromDigests } from './tables/create-from-digests.ts'
import { tableQuery } from './tables/query.ts'
import { tableQueryStats } from './tables/query-stats.ts'
import { tableQueryStatsBatch } from './tables/query-stats-batch.ts'
import { tableQueryStream } from './tables/query-stream.ts'
import { tableUpdate } from './tables/update.ts'
import { tagsAdd } from './tags/add.ts'
import { tagsList } from './tags/list.ts'
import { aliasesList } from './tags/list-aliases.ts'
import { tagsRemove } from './tags/remove.ts'
import { aliasesRemove } from './tags/remove-aliases.ts'
import { aliasesSet } from './tags/set-aliases.ts'
import { threadsStreamQuery } from './threads/stream-query.ts'

/** Everything the service does. What is not listed here does not exist. */
export const allOperations: readonly AnyOperation[] = [
  // The service itself
  healthRead,
  readinessRead,
  metricsRead,
  serverInfoRead,
  versionRead,
  projectsQuery,
  projectsInfoRead,
  projectStatsRead,
  retentionRead,
  retentionSet,
  clientInit,
  // Signing in
  sessionOpen,
  sessionRead,
  sessionClose,
  // Settings
  usersQuery,
  userCreate,
  userDelete,
  membersQuery,
  memberSet,
  memberDelete,
  keysQuery,
  keyCreate,
  keyDelete,
  callStorageQuery,
  storageQuery,
  statusRead,
  // Calls
  callStart,
  callEnd,
  callUpsertBatch,
  callStartInProject,
  callEndInProject,
  callsComplete,
  tracesExport,
  callRead,
  callUpdate,
  callsDelete,
  callsQuery,
  callsStreamQuery,
  callsLive,
  callsValues,
  callsFields,
  callsQueryStats,
  callsStats,
  callsUsage,
  traceUsage,
  traceSkeleton,
  threadsStreamQuery,
  // Agents
  agentSpansExport,
  agentsQuery,
  agentVersionsQuery,
  agentSpansQuery,
  agentSpansDelete,
  agentSpanStats,
  agentAttributesRead,
  agentsSearch,
  agentTurnRead,
  agentTurnsRead,
  conversationSpansRead,
  // Objects
  objectCreate,
  objectRead,
  objectsQuery,
  objectDelete,
  tagsAdd,
  tagsRemove,
  tagsList,
  aliasesSet,
  aliasesRemove,
  aliasesList,
  registryLink,
  runtimePut,
  refsReadBatch,
  // Tables
  tableCreate,
  tableCreateFromDigests,
  tableUpdate,
  tableQuery,
  tableQueryStream,
  tableQueryStats,
  tableQueryStatsBatch,
  // Files
  fileCreate,
  fileContent,
  filesQueryStats,
  // Feedback
  feedbackCreate,
  feedbackCreateBatch,
  feedbackReplace,
  feedbackQuery,
  feedbackPurge,
  feedbackStatsRead,
  feedbackAggregate,
  feedbackPayloadSchema,
  // Annotation queues
  annotationQueueCreate,
  annotationQueuesQuery,
  annotationQueueRead,
  annotationQueueUpdate,
  annotationQueueDelete,
  annotationItemsAdd,
  annotationItemsQuery,
  annotationItemProgress,
  annotationQueuesStats,
  // Evaluations
  ...opOperations,
  ...datasetOperations,
  ...scorerOperations,
  ...modelOperations,
  ...evaluationOperations,
  evaluationStatusRead,
  evaluationRunCreate,
  evaluationRunRead,
  evaluationRunsList,
  evaluationRunFinish,
  evaluationRunsDelete,
  predictionCreate,
  predictionRead,
  predictionsList,
  predictionFinish,
  predictionsDelete,
  scoreCreate,
  scoreRead,
  scoresList,
  scoresDelete,
  evalResultsQuery,
  // Costs
  costCreate,
  costQuery,
  costPurge,
  // Not available here
  ...unavailableOperations,
]
