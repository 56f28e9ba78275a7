import { createTable, queryTable, type TableUpdate, updateTable } from '@heddle/contract/tables'
import { afterAll, expect, test } from 'vitest'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const row = (n: number) => ({ n })

const tableOf = async (...numbers: number[]) => {
  const project_id = newProject()
  const table = { project_id, rows: numbers.map(row) }
  return { project_id, ...(await service.call(createTable, { table })) }
}

const postUpdate = (project_id: string, base_digest: string, updates: unknown) =>
  service.post('/table/update', { project_id, base_digest, updates })

test('updates apply in order, to a copy', async () => {
  const { project_id, digest, row_digests } = await tableOf(0, 1)
  const updates: TableUpdate[] = [
    { append: { row: row(2) } },
    { pop: { index: 0 } },
    { insert: { index: 0, row: row(9) } },
  ]

  const reply = await service.call(updateTable, { project_id, base_digest: digest, updates })

  const expected = await service.call(createTable, {
    table: { project_id, rows: [row(9), row(1), row(2)] },
  })
  const [nine, , two] = expected.row_digests
  expect(reply).toEqual({ digest: expected.digest, updated_row_digests: [two, row_digests[0], nine] })
  const base = await service.call(queryTable, { project_id, digest })
  expect(base.rows.map(({ val }) => val)).toEqual([row(0), row(1)])
})

test('an updated table has its new rows, without storing them by other means', async () => {
  const { project_id, digest } = await tableOf(0)

  const updated = await service.call(updateTable, {
    project_id,
    base_digest: digest,
    updates: [{ insert: { index: 1, row: row(1) } }],
  })

  const { rows } = await service.call(queryTable, { project_id, digest: updated.digest })
  expect(rows.map(({ val }) => val)).toEqual([row(0), row(1)])
})

test('without updates, the result is the table itself', async () => {
  const { project_id, digest } = await tableOf(0)

  const reply = await service.call(updateTable, { project_id, base_digest: digest, updates: [] })

  expect(reply).toEqual({ digest, updated_row_digests: [] })
})

test.each([
  ['pop at its end', { pop: { index: 2 } }],
  ['pop before its start', { pop: { index: -1 } }],
  ['insert past its end', { insert: { index: 3, row: row(9) } }],
  ['insert before its start', { insert: { index: -1, row: row(9) } }],
])('an update of two rows that would %s is 400', async (_, update) => {
  const { project_id, digest } = await tableOf(0, 1)

  const reply = await postUpdate(project_id, digest, [update])

  expect(reply.status).toBe(400)
})

test.each([
  ['puts in a row that is no object', { append: { row: 1 } }],
  ['does nothing', {}],
  ['does two things at once', { pop: { index: 0 }, append: { row: row(9) } }],
])('an update that %s is 422', async (_, update) => {
  const { project_id, digest } = await tableOf(0)

  const reply = await postUpdate(project_id, digest, [update])

  expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
})

test('an unknown base is 404', async () => {
  const reply = await postUpdate(newProject(), 'f'.repeat(64), [])

  expect(reply.status).toBe(404)
})

test('a viewer cannot update a table', async () => {
  const { project_id, digest } = await tableOf(0)
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })

  const reply = await service.post('/table/update', { project_id, base_digest: digest, updates: [] }, { key })

  expect(reply.status).toBe(403)
})
