import { readProjectsInfo } from '@heddle/contract/service'
import { createTable, createTableFromDigests, queryTable } from '@heddle/contract/tables'
import { afterAll, expect, test } from 'vitest'
import { contentDigest, tableDigest } from '../../domain/objects/digest.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const ROWS = [
  { q: '2+2?', a: '4' },
  { q: 'capital of France?', a: 'Paris' },
]
const ROW_DIGESTS = [
  'xK5mJYryWyuJfss4k9H6cOVJE1iwgMM9eMs39fudfkQ',
  'n2h0HDNd8TNuVjnGBU2XPDFpUH4wvynRA1aBLjhWkNg',
]
const DIGEST = '8cc758b230326580ec042e28828545eceac00e792193f238720fd4a21890f939'
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const rowsOf = async (project_id: string, digest: string) => {
  const { rows } = await service.call(queryTable, { project_id, digest })
  return rows.map(({ val }) => val)
}

test('storing a table returns its digest and those of its rows, however often it is stored', async () => {
  const project_id = newProject()

  const first = await service.call(createTable, { table: { project_id, rows: ROWS } })
  const second = await service.call(createTable, { table: { project_id, rows: ROWS } })

  expect(first).toEqual({ digest: DIGEST, row_digests: ROW_DIGESTS })
  expect(second).toEqual(first)
  expect(await rowsOf(project_id, DIGEST)).toEqual(ROWS)
})

test('an empty table is valid', async () => {
  const project_id = newProject()

  const reply = await service.call(createTable, { table: { project_id, rows: [] } })

  expect(reply).toEqual({ digest: EMPTY, row_digests: [] })
})

test('rows in another order or with a duplicate are a different table', async () => {
  const project_id = newProject()
  const create = async (rows: unknown[]) =>
    (await service.call(createTable, { table: { project_id, rows } })).digest

  const reversed = await create([...ROWS].reverse())
  const twice = await create([ROWS[0], ROWS[0]])

  expect(reversed).toBe('81a7178e2c1e6cd4640cbcd447f398cbe8ca225eaa41c5db7b1602a22204291a')
  expect(twice).toBe('f309ced3118864c6f9da925391920a191bb1e0bfef61b5a46f0da437618d765f')
})

test.each([[1], ['text'], [null], [[ROWS[0]]]])('a row of %j is 422 with its place', async (row) => {
  const project_id = newProject()

  const reply = await service.post('/table/create', { table: { project_id, rows: [ROWS[0], row] } })

  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'table', 'rows', 1] }] } })
})

test('a table with a wrong expected_digest is 409 and stores nothing', async () => {
  const project_id = newProject()
  const request = { project_id, rows: ROWS, expected_digest: EMPTY }

  const reply = await service.post('/table/create', { table: request })

  expect(reply.status).toBe(409)
  expect(await rowsOf(project_id, DIGEST)).toEqual([])
  expect(await service.storage.tables.rows(project_id, ROW_DIGESTS)).toEqual([])
})

test('the right expected_digest is accepted', async () => {
  const project_id = newProject()

  const { digest } = await service.call(createTable, {
    table: { project_id, rows: ROWS, expected_digest: DIGEST },
  })

  expect(digest).toBe(DIGEST)
})

test('a digest computed with refs in internal form is accepted, and its row digests are used', async () => {
  const project_id = newProject()
  await service.call(createTable, { table: { project_id, rows: [] } })
  const [project] = await service.call(readProjectsInfo, { project_ids: [project_id] })
  const row_digests = [
    contentDigest(`{"ref": "weave-trace-internal:///${project?.internal_project_id}/call/c"}`),
  ]
  const rows = [{ ref: `weave:///${project_id}/call/c` }]

  const reply = await service.call(createTable, {
    table: { project_id, rows, expected_digest: tableDigest(row_digests) },
  })

  expect(reply).toEqual({ digest: tableDigest(row_digests), row_digests })
  expect(await rowsOf(project_id, reply.digest)).toEqual(rows)
})

test('a table without row digests is stored, with the digest of the empty text', async () => {
  const reply = await service.call(createTableFromDigests, { project_id: newProject(), row_digests: [] })

  expect(reply).toEqual({ digest: EMPTY })
})

test('a table is made from stored rows, and ignores unknown ones', async () => {
  const project_id = newProject()
  await service.call(createTable, { table: { project_id, rows: ROWS } })
  const row_digests = [...ROW_DIGESTS].reverse()

  const complete = await service.call(createTableFromDigests, { project_id, row_digests })
  const withGap = await service.call(createTableFromDigests, {
    project_id,
    row_digests: ['x'.repeat(43), ...row_digests],
  })

  expect(await rowsOf(project_id, complete.digest)).toEqual([...ROWS].reverse())
  expect(await rowsOf(project_id, withGap.digest)).toEqual([...ROWS].reverse())
})

test('a table of row digests with a wrong expected_digest is 409 and stores nothing', async () => {
  const project_id = newProject()
  const request = { project_id, row_digests: ROW_DIGESTS, expected_digest: EMPTY }

  const reply = await service.post('/table/create_from_digests', request)

  expect(reply.status).toBe(409)
  expect(await service.storage.tables.rowDigests(project_id, DIGEST)).toBeUndefined()
})

test('a viewer cannot store tables', async () => {
  const project_id = newProject()
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })

  const created = await service.post('/table/create', { table: { project_id, rows: [] } }, { key })
  const listed = await service.post('/table/create_from_digests', { project_id, row_digests: [] }, { key })

  expect([created.status, listed.status]).toEqual([403, 403])
})
