import { describe, expect, test } from 'vitest'
import { clickhouseForTests } from '../../../testing/clickhouse.ts'
import { openWithClient } from '../../../testing/clickhouse-storage.ts'
import { end, event, start } from '../../conformance/rows.ts'

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

test.skipIf(server === undefined)('checking an old cursor of changes does not move it on', async () => {
  const { storage } = await openWithClient(server?.urls[0] ?? '')
  const { project_id } = SEARCH
  const { cursor } = await storage.calls.changes(project_id, undefined, 0)
  const [base = ''] = cursor.split(',')
  const tenMinutesAgo = String(Number(base) - 600_000_000)

  const checked = await storage.calls.changes(project_id, tenMinutesAgo, 0)

  expect(checked).toEqual({ changes: [], cursor: tenMinutesAgo, missed: false })
})
