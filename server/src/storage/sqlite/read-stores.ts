import { accountReads } from './accounts.ts'
import { agentSpanReads } from './agents.ts'
import { auditReads } from './audit.ts'
import { callJsonReads } from './call-json.ts'
import { callReads } from './call-reads.ts'
import { changeReads } from './calls/call-changes.ts'
import { callLists } from './calls/call-listing.ts'
import { traceReads } from './calls/call-trace.ts'
import type { Database } from './database/driver.ts'
import { feedbackReads } from './feedback.ts'
import { fileReads } from './files.ts'
import { objectReads } from './object-reads.ts'
import { objectLists } from './objects.ts'
import { priceReads } from './prices.ts'
import { projectReads } from './projects.ts'
import { projectFinder } from './queries/names.ts'
import { queueReads } from './queues.ts'
import { tableReads } from './table-reads.ts'
import { tableLists } from './tables.ts'
import { sealedTexts } from './texts/sealed-texts.ts'

/** All methods of a reader thread. */
export function readStores(db: Database) {
  const findProject = projectFinder(db)
  const texts = sealedTexts(db)
  const calls = callReads(db, findProject, texts)
  const accounts = accountReads(db)
  const feedback = feedbackReads(db, findProject)
  const prices = priceReads(db, findProject)
  return {
    accounts,
    audit: auditReads(db),
    projects: projectReads(db, findProject),
    calls: {
      ...calls,
      ...callJsonReads(db, findProject, texts, calls, { accounts, feedback, prices }),
      ...traceReads(db, findProject),
      ...changeReads(db, findProject),
      ...callLists(db, findProject),
    },
    objects: { ...objectReads(db, findProject), ...objectLists(db, findProject) },
    tables: { ...tableReads(db, findProject), ...tableLists(db, findProject) },
    files: fileReads(db, findProject),
    feedback,
    prices,
    queues: queueReads(db, findProject),
    agentSpans: agentSpanReads(db, findProject),
  }
}

export type ReadStores = ReturnType<typeof readStores>
