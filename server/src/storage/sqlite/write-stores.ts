import { accountWrites } from './accounts.ts'
import { agentSpanWrites } from './agents.ts'
import { auditWrites } from './audit.ts'
import { callWrites } from './call-writes.ts'
import { changeLog } from './calls/call-changes.ts'
import type { Database } from './database/driver.ts'
import { feedbackWrites } from './feedback.ts'
import { fileWrites } from './files.ts'
import { objectWrites } from './object-writes.ts'
import { priceWrites } from './prices.ts'
import { projectWrites } from './projects.ts'
import { nameNumbers } from './queries/names.ts'
import { queueWrites } from './queues.ts'
import { sealedWrites } from './sealed/sealed-writes.ts'
import { tableWrites } from './table-writes.ts'

/** All methods of the writer thread, and how it clears its caches after a rollback. */
export function writeStores(db: Database) {
  const names = nameNumbers(db)
  const noteChanges = changeLog(db)
  const sealing = sealedWrites(db)
  const { forget: forgetCalls, ...calls } = callWrites(db, names, noteChanges, sealing)
  return {
    stores: {
      accounts: accountWrites(db),
      audit: auditWrites(db),
      projects: projectWrites(db, names),
      calls,
      objects: objectWrites(db, names),
      tables: tableWrites(db, names),
      files: fileWrites(db, names),
      feedback: feedbackWrites(db, names, noteChanges),
      prices: priceWrites(db, names),
      queues: queueWrites(db, names),
      agentSpans: agentSpanWrites(db, names),
      sealing,
      health: healthWrites(db),
    },
    forget() {
      names.forget()
      forgetCalls()
    },
  }
}

export type WriteStores = ReturnType<typeof writeStores>['stores']

function healthWrites(db: Database) {
  return {
    /**
     * Rewrites the schema version with the same value, which writes a page to disk without a change. Like every write it
     * fails if the database files have been replaced or deleted.
     */
    probe(): void {
      const version = Number(db.prepare('pragma user_version').get()?.user_version)
      db.exec(`pragma user_version = ${version}`)
    },
  }
}
