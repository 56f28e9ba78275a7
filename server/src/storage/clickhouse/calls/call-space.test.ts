import { describe, expect, test, vi } from 'vitest'
import { clickhouseForTests } from '../../../testing/clickhouse.ts'
import { openWithClient } from '../../../testing/clickhouse-storage.ts'
import { end, event, remove, start } from '../../conformance/rows.ts'
import type { ClickHouse } from '../client.ts'
import { freeDeletedCalls } from './call-space.ts'

vi.setConfig({ testTimeout: 120_000 })

const server = await clickhouseForTests()

describe.skipIf(server === undefined)('the space of deleted calls', () => {
  test('is freed except for a tombstone, and other calls are kept', async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const [gone, kept] = ['gone', 'kept'].map((id) => ({ project_id: 'team/app', id }))
    if (!gone || !kept) throw new Error('unreachable')
    await storage.calls.write([gone, kept].flatMap((key) => [start(key), end(key), event(key, 'e')]))
    await storage.calls.write([remove(gone)])

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
    await storage.calls.write([start(gone)])
    expect(await storage.calls.find({ project_id: 'team/app', filter: {}, sort: [] })).toEqual(['kept'])
  })
})

async function rowsOnDisk(clickhouse: ClickHouse): Promise<unknown[]> {
  const tables = ['call_events', 'call_heads', 'call_parts']
  for (const table of tables) await clickhouse.command(`OPTIMIZE TABLE ${table} FINAL`)
  return clickhouse.query(
    `select table, sum(rows) as n from system.parts where active and database = currentDatabase()
      and table in ('${tables.join("', '")}') group by table order by table`,
  )
}
