import { describe, expect, test } from 'vitest'
import { nowMicros } from '../../../clock.ts'
import { newCallColumns } from '../../../domain/calls/columns.ts'
import { compare, fieldValue, literal } from '../../../query/build.ts'
import type { Expression } from '../../../query/expression.ts'
import { clickhouseForTests } from '../../../testing/clickhouse.ts'
import { openWithClient } from '../../../testing/clickhouse-storage.ts'
import { MICROS_PER_SECOND } from '../../../time.ts'
import { end, event, json, jsonField, modelUsage, start } from '../../conformance/rows.ts'

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

describe.skipIf(server === undefined)('statistics of more calls than are in memory at a time', () => {
  const { project_id } = SEARCH
  const CALLS = 20_500
  const usage = [modelUsage('m', { requests: 1 })]
  const isNamed = compare('eq', fieldValue(jsonField('inputs', 'name')), literal('x'))

  test.each<[string, Expression | undefined]>([
    ['that ClickHouse finds', undefined],
    ['that are searched for in their payloads', isNamed],
  ])(
    'have the usage of each call %s once, also of one that was started again in another trace',
    async (_name, condition) => {
      const { storage } = await openWithClient(server?.urls[0] ?? '')
      const calls = Array.from({ length: CALLS }, (_, at) => ({ project_id, id: `call${at}` }))
      const inputs = json({ name: 'x' })
      const otel_dump = json({ span: true })
      const startIn = (trace_id: string, key: (typeof calls)[number]) =>
        start(key, { started_at: 5, trace_id, inputs, otel_dump })
      await storage.calls.write(
        calls.flatMap((key, at) => [startIn(`trace${at % 100}`, key), end(key, { usage })]),
      )
      await storage.calls.write(calls.slice(0, 50).map((key, at) => startIn(`later${at}`, key)))

      const { usage: rows } = await storage.calls.stats({
        project_id,
        start: 0,
        end: 10,
        filter: {},
        ...(condition && { condition }),
        edges: [0],
        usage: [{ metric: 'requests', aggregations: ['sum'], percentiles: [] }],
        calls: [],
      })

      expect(rows).toMatchObject([{ model: 'm', count: CALLS, values: { sum_requests: CALLS } }])
    },
    60_000,
  )
})

const changeRow = (position: number, writer: number, id: string) =>
  `insert into call_changes (project_id, position, writer, id)
    values ('${SEARCH.project_id}', ${position}, ${writer}, '${id}')`

test.skipIf(server === undefined)(
  'a change that another server makes visible minutes late is reported after the cursor of a page',
  async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const { project_id } = SEARCH
    await storage.calls.write([start(KEY)])
    const view = { columns: newCallColumns({}), includeStorageSize: false }
    const limits = { rowsMax: 10, bytesMax: 1_000_000, withCursor: true }

    const { cursor } = await storage.calls.findJson(SEARCH, 10, view, limits)
    await clickhouse.command(changeRow(nowMicros() - 240 * MICROS_PER_SECOND, 1, KEY.id))

    expect(await storage.calls.changes(project_id, cursor, 10)).toMatchObject({ changes: [{ id: KEY.id }] })
  },
)

test.skipIf(server === undefined)(
  'changes of two servers at one position are both reported, however few are read at a time',
  async () => {
    const { storage, clickhouse } = await openWithClient(server?.urls[0] ?? '')
    const { project_id } = SEARCH
    const at = nowMicros() - 3_600 * MICROS_PER_SECOND
    await storage.calls.write(['a', 'b', 'c'].map((id) => start({ project_id, id })))
    for (const [writer, id] of ['a', 'b'].entries()) await clickhouse.command(changeRow(at, writer, id))
    await clickhouse.command(changeRow(at + 1, 0, 'c'))

    const found: string[] = []
    let cursor = String(at - 1)
    for (let read = 0; read < 3; read++) {
      const { changes, cursor: next } = await storage.calls.changes(project_id, cursor, 1)
      found.push(...changes.map(({ id }) => id))
      cursor = next
    }

    expect(found).toEqual(['a', 'b', 'c'])
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
