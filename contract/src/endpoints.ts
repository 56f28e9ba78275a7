import { readAgentTurn, readAgentTurns, readConversationSpans } from './agent-chat.ts'
import { searchAgents } from './agent-search.ts'
import { readAgentSpanStats } from './agent-span-stats.ts'
import { queryAgentSpans, readAgentAttributes } from './agent-spans.ts'
import { deleteAgentSpans, exportAgentSpans, queryAgents, queryAgentVersions } from './agents.ts'
import { addAnnotationItems, queryAnnotationItems, setAnnotationProgress } from './annotation-items.ts'
import {
  countAnnotationItems,
  createAnnotationQueue,
  deleteAnnotationQueue,
  queryAnnotationQueues,
  readAnnotationQueue,
  updateAnnotationQueue,
} from './annotation-queues.ts'
import { completeCalls, upsertCalls } from './call-batches.ts'
import {
  deleteCalls,
  endCall,
  endProjectCall,
  readCall,
  startCall,
  startProjectCall,
  updateCall,
} from './calls.ts'
import { countCalls, queryCalls, streamCalls } from './calls-query.ts'
import { readCallStats, readCallUsage, readTraceUsage } from './calls-stats.ts'
import { queryClientInit } from './client-init.ts'
import { createCosts, purgeCosts, queryCosts } from './costs.ts'
import { datasetEndpoints } from './datasets.ts'
import { queryEvalResults } from './eval-results.ts'
import {
  createEvaluationRun,
  deleteEvaluationRuns,
  finishEvaluationRun,
  listEvaluationRuns,
  readEvaluationRun,
} from './evaluation-runs.ts'
import { evaluationEndpoints, readEvaluationStatus } from './evaluations.ts'
import {
  createFeedback,
  createFeedbackBatch,
  purgeFeedback,
  queryFeedback,
  replaceFeedback,
} from './feedback.ts'
import { aggregateFeedback, readFeedbackSchema, readFeedbackStats } from './feedback-stats.ts'
import { createFile, measureFiles, readFile } from './files.ts'
import { watchCalls } from './live.ts'
import { modelEndpoints } from './models.ts'
import { createObject, deleteObject, queryObjects, readObject } from './objects.ts'
import { opEndpoints } from './ops.ts'
import { exportTraces } from './otel.ts'
import {
  createPrediction,
  deletePredictions,
  finishPrediction,
  listPredictions,
  readPrediction,
} from './predictions.ts'
import { queryProjects } from './projects.ts'
import { readRefs } from './refs.ts'
import { linkToRegistry } from './registry.ts'
import { readRetention, setRetention } from './retention.ts'
import { putRuntime } from './runtimes.ts'
import { scorerEndpoints } from './scorers.ts'
import { createScore, deleteScores, listScores, readScore } from './scores.ts'
import { readHealth, readProjectStats, readProjectsInfo, readServerInfo, readVersion } from './service.ts'
import { closeSession, openSession, readSession } from './session.ts'
import {
  addUser,
  createKey,
  listKeys,
  listMembers,
  listUsers,
  measureCallStorage,
  measureStorage,
  removeMember,
  removeUser,
  revokeKey,
  setMember,
} from './settings.ts'
import { readTraceSkeleton } from './skeleton.ts'
import { readMetrics, readReadiness, readStatus } from './status.ts'
import {
  countTableRows,
  createTable,
  createTableFromDigests,
  measureTables,
  queryTable,
  streamTable,
  updateTable,
} from './tables.ts'
import { addTags, listAliases, listTags, removeAliases, removeTags, setAliases } from './tags.ts'
import { streamThreads } from './threads.ts'
import { unavailableEndpoints } from './unavailable.ts'
import { readCallFields, readCallValues } from './values.ts'

/** Everything the service answers, in the order of its documentation. */
export const endpoints = [
  // Recording calls
  startCall,
  endCall,
  upsertCalls,
  completeCalls,
  startProjectCall,
  endProjectCall,
  exportTraces,

  // Reading calls
  readCall,
  queryCalls,
  streamCalls,
  countCalls,
  watchCalls,
  readTraceSkeleton,
  readCallValues,
  readCallFields,
  streamThreads,

  // Measuring calls
  readCallStats,
  readCallUsage,
  readTraceUsage,

  // Changing calls
  updateCall,
  deleteCalls,

  // Agents
  exportAgentSpans,
  queryAgents,
  queryAgentVersions,
  queryAgentSpans,
  deleteAgentSpans,
  readAgentSpanStats,
  readAgentAttributes,
  searchAgents,
  readAgentTurn,
  readAgentTurns,
  readConversationSpans,

  // Objects
  createObject,
  readObject,
  queryObjects,
  deleteObject,
  addTags,
  removeTags,
  listTags,
  setAliases,
  removeAliases,
  listAliases,
  linkToRegistry,
  putRuntime,
  readRefs,

  // Tables
  createTable,
  createTableFromDigests,
  updateTable,
  queryTable,
  streamTable,
  countTableRows,
  measureTables,

  // Files
  createFile,
  readFile,
  measureFiles,

  // Feedback
  createFeedback,
  createFeedbackBatch,
  replaceFeedback,
  queryFeedback,
  purgeFeedback,
  readFeedbackStats,
  aggregateFeedback,
  readFeedbackSchema,

  // Evaluations
  ...Object.values(opEndpoints),
  ...Object.values(datasetEndpoints),
  ...Object.values(scorerEndpoints),
  ...Object.values(modelEndpoints),
  ...Object.values(evaluationEndpoints),
  readEvaluationStatus,
  createEvaluationRun,
  readEvaluationRun,
  listEvaluationRuns,
  finishEvaluationRun,
  deleteEvaluationRuns,
  createPrediction,
  readPrediction,
  listPredictions,
  finishPrediction,
  deletePredictions,
  createScore,
  readScore,
  listScores,
  deleteScores,
  queryEvalResults,

  // Annotation queues
  createAnnotationQueue,
  queryAnnotationQueues,
  readAnnotationQueue,
  updateAnnotationQueue,
  deleteAnnotationQueue,
  addAnnotationItems,
  queryAnnotationItems,
  setAnnotationProgress,
  countAnnotationItems,

  // Costs
  createCosts,
  queryCosts,
  purgeCosts,

  // Signing in
  openSession,
  readSession,
  closeSession,

  // Settings
  listUsers,
  addUser,
  removeUser,
  listMembers,
  setMember,
  removeMember,
  listKeys,
  createKey,
  revokeKey,
  measureCallStorage,
  measureStorage,
  readStatus,

  // The service itself
  readHealth,
  readReadiness,
  readMetrics,
  queryProjects,
  readServerInfo,
  readVersion,
  readProjectsInfo,
  readProjectStats,
  readRetention,
  setRetention,
  queryClientInit,

  // Not available here
  ...unavailableEndpoints,
] as const
