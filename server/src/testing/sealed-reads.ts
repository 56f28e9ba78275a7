import type { CallPart } from '../storage/port/calls.ts'
import { partRows } from '../storage/sqlite/call-parts.ts'
import { type CallReads, callReads } from '../storage/sqlite/call-reads.ts'
import { type Database, transaction } from '../storage/sqlite/driver.ts'
import { projectFinder } from '../storage/sqlite/names.ts'
import { sealedTexts } from '../storage/sqlite/sealed/sealed-texts.ts'
import { Sealer } from '../storage/sqlite/sealed/sealer.ts'
import { writeStores } from '../storage/sqlite/write-stores.ts'
import { openTemporaryDatabase } from './sqlite-database.ts'

interface Written {
  /** Each is sealed, as far as its calls have ended, before the next is written. */
  readonly batches: readonly (readonly CallPart[])[]
  /** Written last, and not sealed. */
  readonly afterwards: readonly CallPart[]
}

/** The same calls twice: in rows of their own, and most of them in segments. */
export async function hotAndSealed(written: Written) {
  const [hot, sealed] = [await newReads(written, false), await newReads(written, true)]
  return { hot: hot.reads, sealed: sealed.reads, sealedDb: sealed.db }
}

async function newReads(
  { batches, afterwards }: Written,
  isSealed: boolean,
): Promise<{ reads: CallReads; db: Database }> {
  const { db } = openTemporaryDatabase()
  const { stores } = writeStores(db)
  const sealer = new Sealer(db, {
    seal: async (segment) => transaction(db, () => stores.sealing.seal(segment)),
    reclaim: async () => {},
  })
  const write = (parts: readonly CallPart[]) => transaction(db, () => stores.calls.write(partRows(parts)))
  for (const batch of batches) {
    write(batch)
    if (isSealed) await sealer.seal(Number.MAX_SAFE_INTEGER, 1)
  }
  write(afterwards)
  return { reads: callReads(db, projectFinder(db), sealedTexts(db)), db }
}
