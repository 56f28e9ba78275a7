import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { clickhouseForTests } from '../../../testing/clickhouse.ts'
import { openWithClient } from '../../../testing/clickhouse-storage.ts'
import { end, event, json, remove, start } from '../../conformance/rows.ts'
import type { ClickHouse } from '../connection/client.ts'
import { databaseBytes, rewriteDeletedRows } from '../disk-space.ts'
import { freeDeletedCalls } from './call-space.ts'

vi.setConfig({ testTimeout: 120_000 })

const server = await clickhouseForTests()

describe.skipIf(server === undefined)('the space of deleted calls', () => {
  test('is freed except for a tombstone, and other calls are kept', async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const [gone, kept] = ['gone', 'kept'].map((id) => ({ project_id: 'team/app', id }))
    if (!gone || !kept) throw new Error('unreachable')
    await storage.calls.write([gone, kept].flatMap((key) => [start(key), end(key), event(key, 'e')]))
    const text = randomBytes(1_000_000).toString('base64')
    await storage.calls.write([start(gone, { inputs: json({ text }) }), remove(gone)])
    const bytesBefore = await databaseBytes(clickhouse)

    expect(await freeDeletedCalls(clickhouse, 0)).toBe(1)
    // ClickHouse deletes in the background.
    await vi.waitFor(async () => expect(await freeDeletedCalls(clickhouse, 0)).toBe(0), { timeout: 60_000 })

    await vi.waitFor(
      async () =>
        expect(await rowsOnDisk(clickhouse)).toEqual([
          { table: 'call_events', n: 1 },
          { table: 'call_heads', n: 1 },
          { table: 'call_parts', n: 3 },
        ]),
      { timeout: 60_000 },
    )
    expect(bytesBefore - (await databaseBytes(clickhouse))).toBeGreaterThan(900_000)
    await storage.calls.write([start(gone)])
    expect(await storage.calls.find({ project_id: 'team/app', filter: {}, sort: [] })).toEqual(['kept'])
  })

  test('is freed of events, too, if the call never started or they came after its deletion', async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const [early, late] = ['early', 'late'].map((id) => ({ project_id: 'team/app', id }))
    if (!early || !late) throw new Error('unreachable')
    await storage.calls.write([event(early, 'e'), remove(early), remove(late)])
    await storage.calls.write([event(late, 'e')])

    expect(await freeDeletedCalls(clickhouse, 0)).toBe(2)

    await vi.waitFor(async () => expect(await freeDeletedCalls(clickhouse, 0)).toBe(0), { timeout: 60_000 })
    expect(await clickhouse.query('select id from call_events')).toEqual([])
  })

  test('is freed by one delete for calls that are removed a few at a time', async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const project_id = 'team/app'
    await storage.calls.write(
      ['a', 'b', 'c'].map((id) => start({ project_id, id }, { started_at: id === 'c' ? 20 : 1 })),
    )

    while ((await storage.calls.removeBefore(project_id, 10, 1, 99)).length > 0);

    await vi.waitFor(
      async () => expect(await clickhouse.query('select id from call_heads')).toEqual([{ id: 'c' }]),
      { timeout: 60_000 },
    )
    const deletes = `select count() as n from system.mutations
      where database = currentDatabase() and table = 'call_heads'`
    expect(await clickhouse.query(deletes)).toEqual([{ n: 1 }])
  })

  test('is freed later if that fails when calls are removed', async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const project_id = 'team/app'
    await storage.calls.write(['a', 'b'].map((id) => start({ project_id, id }, { started_at: 1 })))
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    await clickhouse.command('rename table call_events to absent')

    const removed: (readonly string[])[] = []
    while (removed.at(-1)?.length !== 0) removed.push(await storage.calls.removeBefore(project_id, 10, 1, 99))

    expect(removed.flat().sort()).toEqual(['a', 'b'])
    expect(log).toHaveBeenCalledTimes(1)
  })
})

async function rowsOnDisk(clickhouse: ClickHouse): Promise<unknown[]> {
  await rewriteDeletedRows(clickhouse)
  return clickhouse.query(
    `select table, sum(rows) as n from system.parts where active and database = currentDatabase()
      and table in ('call_events', 'call_heads', 'call_parts') group by table order by table`,
  )
}
