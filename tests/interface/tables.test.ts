import { afterAll, describe, expect, test } from 'vitest'
import { newProject } from '../../server/src/testing/objects.ts'
import { openService } from '../../server/src/testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const ROWS = [{ n: { of: 2 } }, { n: { of: 3 } }, { n: { of: 1 } }]

async function table() {
  const project_id = newProject()
  const { body } = await service.post('/table/create', { table: { project_id, rows: ROWS } })
  return { project_id, digest: Reflect.get(Object(body), 'digest') }
}

describe('POST /table/query', () => {
  test('answers with rows that have a digest and a value', async () => {
    const { body } = await service.post('/table/query', await table())

    expect(body).toMatchObject({ rows: ROWS.map((val) => ({ digest: expect.any(String), val })) })
  })

  test.each([
    [[2, 3, 1], { filter: null, limit: null, offset: null, sort_by: null }],
    [[2, 3], { limit: 2 }],
    [[3, 1], { offset: 1 }],
    [[1, 2, 3], { sort_by: [{ field: 'n.of', order: 'asc' }] }],
    [[3, 2, 1], { sort_by: [{ field: 'n.of', order: 'desc' }] }],
    [[3, 2, 1], { sort_by: [{ field: 'n.of', direction: 'desc' }] }],
  ])('finds %j with %j', async (expected, request) => {
    const { body } = await service.post('/table/query', { ...(await table()), ...request })

    expect(body).toMatchObject({ rows: expected.map((of) => ({ val: { n: { of } } })) })
  })

  test('finds rows by their digests', async () => {
    const address = await table()
    const { body } = await service.post('/table/query', address)
    const row_digests = [Reflect.get(Object(body), 'rows')[1].digest]

    const filtered = await service.post('/table/query', { ...address, filter: { row_digests } })

    expect(filtered.body).toMatchObject({ rows: [{ digest: row_digests[0], val: ROWS[1] }] })
  })

  test.each(['project_id', 'digest'])('without %s is 422', async (name) => {
    const reply = await service.post('/table/query', { ...(await table()), [name]: null })

    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', name] }] } })
  })
})
