import { callsComplete } from './calls/complete-batch.ts'
import { callsDelete } from './calls/delete.ts'
import { callEnd } from './calls/end.ts'
import { callEndInProject } from './calls/end-in-project.ts'
import { callsQuery } from './calls/query.ts'
import { callsQueryStats } from './calls/query-stats.ts'
import { callRead } from './calls/read.ts'
import { callStart } from './calls/start.ts'
import { callStartInProject } from './calls/start-in-project.ts'
import { callsStats } from './calls/stats.ts'
import { callsStreamQuery } from './calls/stream-query.ts'
import { traceUsage } from './calls/trace-usage.ts'
import { callUpdate } from './calls/update.ts'
import { callUpsertBatch } from './calls/upsert-batch.ts'
import { callsUsage } from './calls/usage.ts'
import { costCreate } from './costs/create.ts'
import { costPurge } from './costs/purge.ts'
import { costQuery } from './costs/query.ts'
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
import { objectCreate } from './objects/create.ts'
import { objectDelete } from './objects/delete.ts'
import { objectsQuery } from './objects/query.ts'
import { objectRead } from './objects/read.ts'
import type { AnyOperation } from './operation.ts'
import { refsReadBatch } from './refs/read-batch.ts'
import { healthRead } from './service/health.ts'
import { projectStatsRead } from './service/project-stats.ts'
import { projectsInfoRead } from './service/projects-info.ts'
import { serverInfoRead } from './service/server-info.ts'
import { versionRead } from './service/version.ts'
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
  serverInfoRead,
  versionRead,
  projectsInfoRead,
  projectStatsRead,
  // Calls
  callStart,
  callEnd,
  callUpsertBatch,
  callStartInProject,
  callEndInProject,
  callsComplete,
  callRead,
  callUpdate,
  callsDelete,
  callsQuery,
  callsStreamQuery,
  callsQueryStats,
  callsStats,
  callsUsage,
  traceUsage,
  threadsStreamQuery,
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
  // Costs
  costCreate,
  costQuery,
  costPurge,
]
