import { expect, test, vi } from 'vitest'
import { JsonText } from '../../../json/text.ts'
import { openTemporaryDatabase } from '../../../testing/sqlite-database.ts'
import { end, start } from '../../conformance/rows.ts'
import { packedParts } from '../calls/packed-parts.ts'
import type { Database } from '../database/driver.ts'
import { writeStores } from '../write-stores.ts'
import { Sealer } from './sealer.ts'
import { SealingRounds } from './sealing-rounds.ts'

test('rounds are idle once nothing is written any more and all space that sealing freed is returned', async () => {
  const { db } = openTemporaryDatabase()
  const { stores } = writeStores(db)
  stores.calls.write(packedParts(calls(300)))
  const pages = numberOf(db, 'page_count')
  const checkpoint = vi.fn()
  const sealer = new Sealer(db, {
    seal: async (segment) => stores.sealing.seal(segment),
    reclaim: async (count) => stores.sealing.reclaim(count),
  })

  // Longer than a round, so that the first round after sealing still keeps some free pages.
  const rounds = new SealingRounds(sealer, 1_500, checkpoint)

  await vi.waitFor(() => expect(rounds.isIdle).toBe(true), { timeout: 30_000, interval: 5 })
  expect(numberOf(db, 'freelist_count')).toBe(0)
  expect(numberOf(db, 'page_count')).toBeLessThan(pages / 2)
  expect(checkpoint).toHaveBeenCalled()
  await rounds.stop()
})

test('rounds are not idle while all calls are sealed', async () => {
  const { db } = openTemporaryDatabase()
  const { stores } = writeStores(db)
  // Fewer than a round seals.
  stores.calls.write(packedParts(calls(10)))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const sealer = new Sealer(db, {
    seal: (segment) => held.then(() => stores.sealing.seal(segment)),
    reclaim: async (count) => stores.sealing.reclaim(count),
  })
  const rounds = new SealingRounds(sealer, 20, () => {})
  await vi.waitFor(() => expect(rounds.isIdle).toBe(true), { timeout: 10_000 })

  const all = rounds.sealAll()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(rounds.isIdle).toBe(false)
  release()

  await all
  await vi.waitFor(() => expect(rounds.isIdle).toBe(true), { timeout: 10_000 })
  await rounds.stop()
})

/** 300 of them are more than a round waits for, in fewer pages than a busy service returns. */
function calls(count: number) {
  const inputs = new JsonText(JSON.stringify({ text: 'said again and again, '.repeat(100) }))
  const keys = Array.from({ length: count }, (_, at) => ({ project_id: 'team/app', id: `call-${at}` }))
  return keys.flatMap((key) => [start(key, { inputs }), end(key)])
}

const numberOf = (db: Database, pragma: 'page_count' | 'freelist_count'): number =>
  Number(db.prepare(`pragma ${pragma}`).get()?.[pragma])
