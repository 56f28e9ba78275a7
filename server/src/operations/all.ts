import { agentsQuery, agentVersionsQuery } from './agents/agents.ts'
import { agentTurnRead, agentTurnsRead } from './agents/chat.ts'
import { conversationSpansRead } from './agents/conversation-spans.ts'
import { agentSpansExport } from './agents/export-spans.ts'
import { agentsSearch } from './agents/search.ts'
import { agentSpanStats } from './agents/span-stats.ts'
import { agentAttributesRead, agentSpansDelete, agentSpansQuery } from './agents/spans.ts'
import {
  annotationItemProgress,
  annotationItemsAdd,
  annotationItemsQuery,
} from './annotation-queues/items.ts'
import {
  annotationQueueCreate,
  annotationQueueDelete,
  annotationQueueRead,
  annotationQueuesQuery,
  annotationQueuesStats,
  annotationQueueUpdate,
} from './annotation-queues/queues.ts'
import { callsDelete } from './calls/delete.ts'
import { callsLive } from './calls/live.ts'
import { callsQuery, callsQueryStats, callsStreamQuery } from './calls/query.ts'
import { callRead } from './calls/read.ts'
import { traceSkeleton } from './calls/skeleton.ts'
import { callsStats, callsUsage, traceUsage } from './calls/stats.ts'
import { threadsStreamQuery } from './calls/threads.ts'
import { callsFields, callsValues } from './calls/values.ts'
import {
  callEnd,
  callEndInProject,
  callStart,
  callStartInProject,
  callsComplete,
  callUpdate,
  callUpsertBatch,
} from './calls/write.ts'
import { costCreate, costPurge, costQuery } from './costs/costs.ts'
import {
  predictionCreate,
  predictionFinish,
  predictionRead,
  predictionsDelete,
  predictionsList,
} from './evaluations/predictions.ts'
import { evalResultsQuery } from './evaluations/results.ts'
import {
  evaluationRunCreate,
  evaluationRunFinish,
  evaluationRunRead,
  evaluationRunsDelete,
  evaluationRunsList,
} from './evaluations/runs.ts'
import { scoreCreate, scoreRead, scoresDelete, scoresList } from './evaluations/scores.ts'
import { evaluationStatusRead } from './evaluations/status.ts'
import {
  feedbackCreate,
  feedbackCreateBatch,
  feedbackPurge,
  feedbackQuery,
  feedbackReplace,
} from './feedback/feedback.ts'
import { feedbackAggregate, feedbackPayloadSchema, feedbackStatsRead } from './feedback/stats.ts'
import { fileContent, fileCreate, filesQueryStats } from './files/files.ts'
import { datasetOperations } from './object-resources/datasets.ts'
import { evaluationOperations } from './object-resources/evaluations.ts'
import { modelOperations } from './object-resources/models.ts'
import { opOperations } from './object-resources/ops.ts'
import { scorerOperations } from './object-resources/scorers.ts'
import {
  objectCreate,
  objectDelete,
  objectRead,
  objectsQuery,
  registryLink,
  runtimePut,
} from './objects/objects.ts'
import { refsReadBatch } from './objects/refs.ts'
import { aliasesList, aliasesRemove, aliasesSet, tagsAdd, tagsList, tagsRemove } from './objects/tags.ts'
import type { AnyOperation } from './operation.ts'
import { tracesExport } from './otel/export-traces.ts'
import { projectStatsRead, projectsInfoRead, projectsQuery } from './projects/projects.ts'
import { clientInit } from './service/client-init.ts'
import { metricsRead } from './service/metrics.ts'
import { retentionRead, retentionSet } from './service/retention.ts'
import {
  healthRead,
  readinessRead,
  serverInfoRead,
  unavailableOperations,
  versionRead,
} from './service/service.ts'
import { statusRead } from './service/status.ts'
import { sessionClose, sessionOpen, sessionRead } from './session/session.ts'
import { keyCreate, keyDelete, keysQuery } from './settings/keys.ts'
import { callStorageQuery, storageQuery } from './settings/storage.ts'
import {
  memberDelete,
  memberSet,
  membersQuery,
  userCreate,
  userDelete,
  usersQuery,
} from './settings/users.ts'
import { tableQuery, tableQueryStream } from './tables/query.ts'
import {
  tableCreate,
  tableCreateFromDigests,
  tableQueryStats,
  tableQueryStatsBatch,
  tableUpdate,
} from './tables/tables.ts'

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
