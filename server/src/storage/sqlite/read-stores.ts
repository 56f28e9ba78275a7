import { accountReads } from './accounts.ts'
import { callReads } from './call-reads.ts'
import type { Database } from './driver.ts'
import { feedbackReads } from './feedback.ts'
import { fileReads } from './files.ts'
import { projectFinder } from './names.ts'
import { objectReads } from './object-reads.ts'
import { priceReads } from './prices.ts'
import { projectReads } from './projects.ts'
import { tableReads } from './table-reads.ts'

/** Everything a reader thread can do. */
export function readStores(db: Database) {
  const findProject = projectFinder(db)
  return {
    accounts: accountReads(db),
    projects: projectReads(db, findProject),
    calls: callReads(db, findProject),
    objects: objectReads(db, findProject),
    tables: tableReads(db, findProject),
    files: fileReads(db, findProject),
    feedback: feedbackReads(db, findProject),
    prices: priceReads(db, findProject),
  }
}

export type ReadStores = ReturnType<typeof readStores>
