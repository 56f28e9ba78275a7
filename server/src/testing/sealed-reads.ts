import type { Price } from '../domain/prices/price.ts'
import type { CallPart } from '../storage/port/calls.ts'
import { type CallReads, callReads } from '../storage/sqlite/call-reads.ts'
import { packedParts } from '../storage/sqlite/calls/packed-parts.ts'
import { type Database, transaction } from '../storage/sqlite/database/driver.ts'
import { projectFinder } from '../storage/sqlite/queries/names.ts'
import { Sealer } from '../storage/sqlite/sealed/sealer.ts'
import { sealedTexts } from '../storage/sqlite/texts/sealed-texts.ts'
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
  return {
    hot: hot.reads,
    sealed: sealed.reads,
    sealedDb: sealed.db,
    /** Writes to both, without sealing. */
    write(parts: readonly CallPart[]): void {
      hot.write(parts)
      sealed.write(parts)
    },
    putPrices(prices: readonly Price[]): void {
      hot.putPrices(prices)
      sealed.putPrices(prices)
    },
    /** Seals what has ended, and rewrites segments that lost calls. */
    seal: sealed.seal,
  }
}

interface Reads {
  readonly reads: CallReads
  readonly db: Database
  readonly write: (parts: readonly CallPart[]) => void
  readonly putPrices: (prices: readonly Price[]) => void
  readonly seal: () => Promise<void>
}

async function newReads({ batches, afterwards }: Written, isSealed: boolean): Promise<Reads> {
  const { db } = openTemporaryDatabase()
  const { stores } = writeStores(db)
  const sealer = new Sealer(db, {
    seal: async (segment) => transaction(db, () => stores.sealing.seal(segment)),
    reclaim: async () => {},
  })
  const write = (parts: readonly CallPart[]) => transaction(db, () => stores.calls.write(packedParts(parts)))
  const putPrices = (prices: readonly Price[]) => transaction(db, () => stores.prices.put(prices))
  const seal = async () => {
    await sealer.seal(Number.MAX_SAFE_INTEGER, 1)
    while (await sealer.compact());
  }
  for (const batch of batches) {
    write(batch)
    if (isSealed) await seal()
  }
  write(afterwards)
  return { reads: callReads(db, projectFinder(db), sealedTexts(db)), db, write, putPrices, seal }
}
