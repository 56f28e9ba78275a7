import { describe, expect, test } from 'vitest'
import { clickhouseForTests } from '../../../testing/clickhouse.ts'
import { openWithClient } from '../../../testing/clickhouse-storage.ts'
import { by, column, end, event, remove, start } from '../../conformance/rows.ts'

const server = await clickhouseForTests()
const SEARCH = { project_id: 'team/app', filter: {}, sort: [] }
const KEY = { project_id: SEARCH.project_id, id: 'call' }

describe.skipIf(server === undefined)('a write that ClickHouse stored in part', () => {
  test.each(['call_heads', 'call_parts'])(
    'is not seen if %s failed, and is complete when sent again',
    async (table) => {
      const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
      const write = () => storage.calls.write([start(KEY), end(KEY), event(KEY, 'e')])

      await clickhouse.command(`rename table ${table} to absent`)
      await expect(write()).rejects.toThrow()
      await clickhouse.command(`rename table absent to ${table}`)

      expect(await storage.calls.find(SEARCH)).toEqual([])
      expect(await storage.calls.count(SEARCH)).toBe(0)
      expect(await storage.calls.read(KEY.project_id, [KEY.id], [])).toEqual([])

      await write()
      expect(await storage.calls.find(SEARCH)).toEqual([KEY.id])
      expect(await storage.calls.count(SEARCH)).toBe(1)
    },
  )
})

test.skipIf(server === undefined)(
  'a failure below a call of a large trace is seen in the next read',
  async () => {
    const { storage } = await openWithClient(server?.urls[0] ?? '')
    const { project_id } = SEARCH
    const trace_id = 'trace'
    const child = (at: number) => ({ project_id, id: `child${at}` })
    const children = Array.from({ length: 300 }, (_, at) => start(child(at), { trace_id, parent_id: KEY.id }))
    await storage.calls.write([start(KEY, { trace_id }), ...children])
    const hasFailedBelow = async () =>
      (await storage.calls.read(project_id, [KEY.id], []))[0]?.descendant_failed

    const before = [await hasFailedBelow(), await hasFailedBelow(), await hasFailedBelow()]
    await storage.calls.write([end(child(7), { exception: 'boom' })])

    expect(before).toEqual([false, false, false])
    expect(await hasFailedBelow()).toBe(true)
  },
)

test.skipIf(server === undefined)(
  'a call that was started several times is found behind newer ones that are deleted',
  async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const { project_id } = SEARCH
    const newer = Array.from({ length: 64 }, (_, at) => ({ project_id, id: `newer${at}` }))
    await clickhouse.command('system stop merges call_heads')
    await storage.calls.write([start({ project_id, id: 'older' }, { started_at: 1_000 })])
    for (let times = 0; times < 10; times++) await storage.calls.write([start(KEY, { started_at: 2_000 })])
    await storage.calls.write(newer.map((key) => start(key, { started_at: 3_000 })))
    await storage.calls.write(newer.map((key) => remove(key)))

    const newest = { ...SEARCH, sort: [by(column('started_at', 'instant'), 'desc')], limit: 1 }

    expect(await storage.calls.find(newest)).toEqual([KEY.id])
  },
)
