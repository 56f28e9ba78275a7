import { deleteObject, readRefs } from '@heddle/contract/objects'
import { createTable } from '@heddle/contract/tables'
import { afterAll, describe, expect, test } from 'vitest'
import { newProject, publish, sdkOp } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const UNKNOWN = 'x'.repeat(43)

/** Publishes a value and returns its ref. */
const refTo = async (project_id: string, val: unknown, name = 'cfg') =>
  `weave:///${project_id}/object/${name}:${await publish(service, project_id, name, val)}`

const valsOf = async (...refs: string[]) => (await service.call(readRefs, { refs })).vals

test('values are returned in the order of the refs, duplicates included, from any project', async () => {
  const one = await refTo(newProject(), { a: 1 })
  const two = await refTo(newProject(), 'two')

  const vals = await valsOf(two, one, two, `${one}/key/a`)

  expect(vals).toEqual(['two', { a: 1 }, 'two', 1])
})

test('an op can be read too', async () => {
  const project_id = newProject()
  const digest = await publish(service, project_id, 'rank', sdkOp('d1'))

  expect(await valsOf(`weave:///${project_id}/op/rank:${digest}`)).toEqual([sdkOp('d1')])
})

test('an empty list of refs has no values', async () => {
  expect(await valsOf()).toEqual([])
})

describe('a path into a value', () => {
  test.each([
    ['/attr/list/index/1', 2],
    ['/key/deep/key/er', 'value'],
    ['/key/missing', null],
    ['/key/list/index/9', null],
    ['/key/list/key/0', null],
    ['/index/0', null],
    ['/key/nothing', null],
    ['/key/nothing/key/more', null],
    ['/key/__proto__', null],
    ['/', expect.objectContaining({ nothing: null })],
  ])('%s leads to %j', async (path, expected) => {
    const ref = await refTo(newProject(), { list: [1, 2], deep: { er: 'value' }, nothing: null })

    expect(await valsOf(ref + path)).toEqual([expected])
  })

  test('is percent-encoded, including the characters that encodeURIComponent leaves', async () => {
    const ref = await refTo(newProject(), { "a/b c!'()*:+": 1 })

    expect(await valsOf(`${ref}/key/a%2Fb%20c%21%27%28%29%2A%3A%2B`)).toEqual([1])
  })

  test('continues into an object on the path, but returns a ref at its end', async () => {
    const project_id = newProject()
    const inner = await refTo(project_id, { deep: { er: 'inner' } }, 'inner')
    const outer = await refTo(project_id, { link: `${inner}/key/deep` }, 'outer')

    const vals = await valsOf(`${outer}/key/link/key/er`, `${outer}/key/link`)

    expect(vals).toEqual(['inner', `${inner}/key/deep`])
  })

  test('goes through a table by the digest of a row', async () => {
    const project_id = newProject()
    const rows = [{ q: 'a?' }, { q: 'b?' }]
    const table = await service.call(createTable, { table: { project_id, rows } })
    const data = await refTo(project_id, { rows: `weave:///${project_id}/table/${table.digest}` })

    const vals = await valsOf(...table.row_digests.map((digest) => `${data}/attr/rows/id/${digest}/key/q`))

    expect(vals).toEqual(['a?', 'b?'])
  })

  test('to a row that the table does not have is 404, even if another table has it', async () => {
    const project_id = newProject()
    const table = await service.call(createTable, { table: { project_id, rows: [{ q: 1 }] } })
    const other = await service.call(createTable, { table: { project_id, rows: [{ q: 2 }] } })
    const data = await refTo(project_id, { rows: `weave:///${project_id}/table/${table.digest}` })

    const reply = await service.post('/refs/read_batch', {
      refs: [`${data}/attr/rows/id/${other.row_digests[0]}`],
    })

    expect(reply.status).toBe(404)
  })

  test('is null if it leads into another project', async () => {
    const elsewhere = await refTo(newProject(), { secret: 1 })
    const ref = await refTo(newProject(), { link: elsewhere })

    expect(await valsOf(`${ref}/key/link/key/secret`)).toEqual([null])
  })

  test('is null if an object on the path does not exist', async () => {
    const project_id = newProject()
    const ref = await refTo(project_id, { link: `weave:///${project_id}/object/cfg:${UNKNOWN}` })

    expect(await valsOf(`${ref}/key/link/key/x`)).toEqual([null])
  })
})

test('a deleted object is null', async () => {
  const project_id = newProject()
  const kept = await refTo(project_id, 'kept')
  const deleted = await refTo(project_id, { a: 1 })
  await service.call(deleteObject, { project_id, object_id: 'cfg', digests: ['v1'] })

  expect(await valsOf(deleted, kept, `${deleted}/key/a`)).toEqual([null, 'kept', null])
})

test('unknown objects fail the whole request, and the error names all of them', async () => {
  const project_id = newProject()
  const good = await refTo(project_id, 1)
  const other = 'y'.repeat(43)
  const unknown = [UNKNOWN, other, UNKNOWN].map((digest) => `weave:///${project_id}/object/cfg:${digest}`)

  const reply = await service.post('/refs/read_batch', { refs: [good, ...unknown] })

  expect(reply).toMatchObject({ status: 404, body: { missing_object_digests: [UNKNOWN, other] } })
})

test('a digest under another name, and a version index, are unknown', async () => {
  const project_id = newProject()
  const digest = await publish(service, project_id, 'cfg', 1)
  const start = `weave:///${project_id}/object`

  const otherName = await service.post('/refs/read_batch', { refs: [`${start}/other:${digest}`] })
  const index = await service.post('/refs/read_batch', { refs: [`${start}/cfg:v0`] })

  expect([otherName.status, index.status]).toEqual([404, 404])
})

test.each([
  'weave:///team/app/call/0190',
  'weave:///team/app/table/8cc758b2',
  'weave:///team/app/object/cfg:latest',
  'weave:///team/app/object/cfg',
  `weave:///team/app/object/cfg:${UNKNOWN}/key`,
  `weave:///team/app/object/cfg:${UNKNOWN}/path/x`,
  `weave:///team/app/object/cfg:${UNKNOWN}/index/one`,
  `weave:///team/app/object/cfg:${UNKNOWN}/key/a/b`,
  `weave:///team/app/object/cfg:${UNKNOWN}/key/a:b`,
  'weave:///team',
  'not a ref',
  '',
])('%j is 400, whoever asks', async (ref) => {
  const { key } = await service.createUser({ entity: 'elsewhere' })

  expect(await service.post('/refs/read_batch', { refs: [ref] })).toMatchObject({ status: 400 })
  expect(await service.post('/refs/read_batch', { refs: [ref] }, { key })).toMatchObject({ status: 400 })
})

test('1000 refs are read, 1001 are 400', async () => {
  const ref = await refTo(newProject(), 1)
  const refs = Array.from({ length: 1000 }, () => ref)

  const reply = await service.post('/refs/read_batch', { refs: [...refs, ref] })

  expect(await valsOf(...refs)).toHaveLength(1000)
  expect(reply.status).toBe(400)
})

test('one ref into a project that the caller may not read fails them all', async () => {
  const mine = await refTo('mine/app', 1)
  const secret = await refTo('theirs/app', 2)
  const { key } = await service.createUser({ entity: 'mine', role: 'viewer' })

  const allowed = await service.post('/refs/read_batch', { refs: [mine] }, { key })
  const refused = await service.post('/refs/read_batch', { refs: [mine, secret] }, { key })

  expect([allowed.status, refused.status]).toEqual([200, 403])
})
