import { countTableRows, createTable, measureTables } from '@heddle/contract/tables'
import { afterAll, expect, test } from 'vitest'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const UNKNOWN = 'f'.repeat(64)

const tableOf = async (project_id: string, ...rows: unknown[]) =>
  (await service.call(createTable, { table: { project_id, rows } })).digest

test('duplicate rows are counted each time', async () => {
  const project_id = newProject()
  const digest = await tableOf(project_id, { n: 1 }, { n: 2 }, { n: 1 })

  expect(await service.call(countTableRows, { project_id, digest })).toEqual({ count: 3 })
})

test('an unknown table has no rows to count', async () => {
  expect(await service.call(countTableRows, { project_id: newProject(), digest: UNKNOWN })).toEqual({
    count: 0,
  })
})

test('many tables are counted at once, without the unknown ones', async () => {
  const project_id = newProject()
  const two = await tableOf(project_id, { n: 1 }, { n: 2 })
  const none = await tableOf(project_id)

  const { tables } = await service.call(measureTables, { project_id, digests: [two, UNKNOWN, none] })

  expect(tables).toEqual([
    { digest: two, count: 2, storage_size_bytes: null },
    { digest: none, count: 0, storage_size_bytes: null },
  ])
})

test('the size of a table is returned if requested', async () => {
  const project_id = newProject()
  const digest = await tableOf(project_id, { n: 1 }, { n: 2 })

  const { tables } = await service.call(measureTables, {
    project_id,
    digests: [digest],
    include_storage_size: true,
  })

  expect(tables).toEqual([{ digest, count: 2, storage_size_bytes: '{"n":1}{"n":2}'.length }])
})

test.each([undefined, null, []])('digests of %j measure nothing', async (digests) => {
  const reply = await service.post('/table/query_stats_batch', { project_id: newProject(), digests })

  expect(reply).toMatchObject({ status: 200, body: { tables: [] } })
})

test('tables of a project that the caller may not read are not counted', async () => {
  const project_id = newProject()
  const digest = await tableOf(project_id, { n: 1 })
  const { key } = await service.createUser({ entity: 'others' })

  const one = await service.post('/table/query_stats', { project_id, digest }, { key })
  const many = await service.post('/table/query_stats_batch', { project_id, digests: [digest] }, { key })

  expect([one.status, many.status]).toEqual([403, 403])
})
