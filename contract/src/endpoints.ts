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
import { createCosts, purgeCosts, queryCosts } from './costs.ts'
import {
  createFeedback,
  createFeedbackBatch,
  purgeFeedback,
  queryFeedback,
  replaceFeedback,
} from './feedback.ts'
import { aggregateFeedback, readFeedbackSchema, readFeedbackStats } from './feedback-stats.ts'
import { createFile, measureFiles, readFile } from './files.ts'
import { createObject, deleteObject, queryObjects, readObject } from './objects.ts'
import { readRefs } from './refs.ts'
import { readHealth, readProjectStats, readProjectsInfo, readServerInfo, readVersion } from './service.ts'
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

/** Everything the service answers, in the order of its documentation. */
export const endpoints = [
  // Recording calls
  startCall,
  endCall,
  upsertCalls,
  completeCalls,
  startProjectCall,
  endProjectCall,

  // Reading calls
  readCall,
  queryCalls,
  streamCalls,
  countCalls,
  streamThreads,

  // Measuring calls
  readCallStats,
  readCallUsage,
  readTraceUsage,

  // Changing calls
  updateCall,
  deleteCalls,

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

  // Costs
  createCosts,
  queryCosts,
  purgeCosts,

  // The service itself
  readHealth,
  readServerInfo,
  readVersion,
  readProjectsInfo,
  readProjectStats,
] as const
