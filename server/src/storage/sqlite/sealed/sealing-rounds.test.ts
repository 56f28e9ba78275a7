import { expect, test, vi } from 'vitest'
import { JsonText } from '../../../json/text.ts'
import { openTemporaryDatabase } from '../../../testing/sqlite-database.ts'
import { end, start } from '../../conformance/rows.ts'
import type { Database } from '../driver.ts'
import { packedParts } from '../packed-parts.ts'
import { writeStores } from '../write-stores.ts'
import { Sealer } from './sealer.ts'
import { SealingRounds } from './sealing-rounds.ts'

const REST_MS = 20

test('once nothing is written any more, all space that sealing freed is returned', async () => {
  const { db } = openTemporaryDatabase()
  const { stores } = writeStores(db)
  stores.calls.write(packedParts(manyCalls()))
  const pages = numberOf(db, 'page_count')
  const checkpoint = vi.fn()
  const sealer = new Sealer(db, {
    seal: async (segment) => stores.sealing.seal(segment),
    reclaim: async (count) => stores.sealing.reclaim(count),
  })

  const rounds = new SealingRounds(sealer, REST_MS, checkpoint)

  await vi.waitFor(() => expect(rounds.isIdle).toBe(true), { timeout: 10_000, interval: 1 })
  await rounds.stop()
  expect(checkpoint).toHaveBeenCalled()
  expect(numberOf(db, 'freelist_count')).toBe(0)
  expect(numberOf(db, 'page_count')).toBeLessThan(pages / 2)
})

test('rounds are not idle while all calls are sealed', async () => {
  const { db } = openTemporaryDatabase()
  const { stores } = writeStores(db)
  stores.calls.write(packedParts(manyCalls()))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const sealer = new Sealer(db, {
    seal: (segment) => held.then(() => stores.sealing.seal(segment)),
    reclaim: async (count) => stores.sealing.reclaim(count),
  })
  const rounds = new SealingRounds(sealer, REST_MS, () => {})

  const all = rounds.sealAll()
  await new Promise((resolve) => setTimeout(resolve, 10 * REST_MS))
  expect(rounds.isIdle).toBe(false)
  release()

  await all
  await vi.waitFor(() => expect(rounds.isIdle).toBe(true), { timeout: 10_000 })
  await rounds.stop()
})

/** More than a round waits for, in fewer pages than a busy service returns. */
function manyCalls() {
  const inputs = new JsonText(JSON.stringify({ text: 'said again and again, '.repeat(100) }))
  const keys = Array.from({ length: 300 }, (_, at) => ({ project_id: 'team/app', id: `call-${at}` }))
  return keys.flatMap((key) => [start(key, { inputs }), end(key)])
}

const numberOf = (db: Database, pragma: 'page_count' | 'freelist_count'): number =>
  Number(db.prepare(`pragma ${pragma}`).get()?.[pragma])
