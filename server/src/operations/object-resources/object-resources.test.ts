import { evaluationEndpoints } from '@heddle/contract/evaluations'
import { readFile } from '@heddle/contract/files'
import {
  datasetEndpoints,
  modelEndpoints,
  opEndpoints,
  scorerEndpoints,
} from '@heddle/contract/object-resources'
import { readObject } from '@heddle/contract/objects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { list, pathOf } from '../../testing/evaluations.ts'
import { newProject, publish, sdkObject } from '../../testing/objects.ts'
import { openService, type Service } from '../../testing/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const SOURCE = 'def f():\n    return "é"\n'

const resources = [
  { path: 'ops', id: 'my_thing', body: (n: number) => ({ name: 'My Thing', source_code: `f(${n})` }) },
  { path: 'datasets', id: 'my_thing', body: (n: number) => ({ name: 'My/Thing', rows: [{ n }] }) },
  {
    path: 'scorers',
    id: 'my_thing',
    body: (n: number) => ({ name: 'My Thing!', op_source_code: `f(${n})` }),
  },
  { path: 'models', id: 'my_thing', body: (n: number) => ({ name: 'My Thing', source_code: `f(${n})` }) },
  {
    path: 'evaluations',
    id: 'my_thing',
    body: (n: number) => ({ name: 'My Thing', dataset: 'd', trials: n }),
  },
]

describe.each(resources)('$path', ({ path, id, body }) => {
  const create = async (projectId: string, n: number) => {
    const reply = await service.post(`/v2/${projectId}/${path}`, body(n))
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    return Object(reply.body)
  }

  test('are created under an id made from their name, version by version', async () => {
    const projectId = newProject()

    const first = await create(projectId, 1)
    const second = await create(projectId, 2)

    expect(first).toMatchObject({ object_id: id, version_index: 0 })
    expect(second).toMatchObject({ object_id: id, version_index: 1 })
  })

  test('are read by digest, by index and as the latest', async () => {
    const projectId = newProject()
    const [first, second] = [await create(projectId, 1), await create(projectId, 2)]

    const read = async (name: string) =>
      (await service.get(`/v2/${projectId}/${path}/${id}/versions/${name}`)).body

    const { object_id, digest, version_index } = first
    expect(await read(first.digest)).toMatchObject({ object_id, digest, version_index })
    expect(await read('v0')).toEqual(await read(first.digest))
    expect(await read('latest')).toMatchObject({ digest: second.digest })
  })

  test('are not found if they do not exist', async () => {
    const projectId = newProject()
    const address = `/v2/${projectId}/${path}/${id}`

    expect(await service.get(`${address}/versions/latest`)).toMatchObject({ status: 404 })
    expect(await service.request({ method: 'DELETE', url: address })).toMatchObject({ status: 404 })
    expect(await list(service, projectId, path)).toEqual([])
  })

  test('are not found among objects of another class', async () => {
    const projectId = newProject()
    await publish(service, projectId, id, sdkObject('Prompt'))

    expect(await service.get(`/v2/${projectId}/${path}/${id}/versions/latest`)).toMatchObject({ status: 404 })
    expect(await list(service, projectId, path)).toEqual([])
  })

  test('are deleted by digest or all at once, and an unknown digest keeps them all', async () => {
    const projectId = newProject()
    const versions = [await create(projectId, 1), await create(projectId, 2), await create(projectId, 3)]
    const remove = (query: string) =>
      service.request({ method: 'DELETE', url: `/v2/${projectId}/${path}/${id}${query}` })
    const [one, two] = versions.map(({ digest }) => `digests=${digest}`)

    expect(await remove(`?${one}&digests=nothing`)).toMatchObject({ status: 404 })
    expect(await remove(`?${one}&${two}`)).toMatchObject({ status: 200, body: { num_deleted: 2 } })
    expect(await remove('')).toMatchObject({ status: 200, body: { num_deleted: 1 } })
    expect(await list(service, projectId, path)).toEqual([])
  })

  test('are listed in pages, and a negative page is refused', async () => {
    const projectId = newProject()
    for (const name of ['a', 'b', 'c']) {
      await service.post(`/v2/${projectId}/${path}`, { ...body(1), name })
    }
    const mine = (await list(service, projectId, path)).filter((it) => !Object(it).object_id.includes('.'))

    expect(mine).toMatchObject([{ object_id: 'a' }, { object_id: 'b' }, { object_id: 'c' }])
    expect(await list(service, projectId, `${path}?limit=1&offset=1`)).toMatchObject([{ object_id: 'b' }])
    expect(await service.get(`/v2/${projectId}/${path}?limit=-1`)).toMatchObject({ status: 400 })
    expect(await service.get(`/v2/${projectId}/${path}?limit=x`)).toMatchObject({ status: 422 })
  })
})

test('a list has every version of a dataset and the latest of an op', async () => {
  const projectId = newProject()
  for (const n of [1, 2]) {
    await service.post(`/v2/${projectId}/ops`, { name: 'o', source_code: `${n}` })
    await service.post(`/v2/${projectId}/datasets`, { name: 'd', rows: [{ n }] })
  }

  expect(await list(service, projectId, 'ops')).toMatchObject([{ version_index: 1, code: '2' }])
  expect(await list(service, projectId, 'datasets')).toMatchObject([
    { version_index: 0 },
    { version_index: 1 },
  ])
})

test('an op and a dataset without a name have that of their class', async () => {
  const path = pathOf(newProject())

  expect(await service.call(opEndpoints.create, path)).toMatchObject({ object_id: 'Op' })
  expect(await service.call(datasetEndpoints.create, { ...path, rows: [] })).toMatchObject({
    object_id: 'Dataset',
  })
})

test('an op is stored as the SDKs publish one, with its source in a file', async () => {
  const projectId = newProject()

  const created = await service.call(opEndpoints.create, {
    ...pathOf(projectId),
    name: 'f',
    source_code: SOURCE,
  })

  const { obj } = await service.call(readObject, { project_id: projectId, ...created })
  expect(obj).toMatchObject({ kind: 'op', val: { _type: 'CustomWeaveType', weave_type: { type: 'Op' } } })
  const digest = Object(obj.val).files['obj.py']
  const file = await service.post(readFile.path, { project_id: projectId, digest })
  expect(file.text).toBe(SOURCE)
  expect(await service.call(opEndpoints.read, { ...pathOf(projectId), ...created })).toMatchObject({
    code: SOURCE,
  })
})

test('a dataset keeps its rows in a table', async () => {
  const projectId = newProject()
  const rows = [{ q: 1.0 }, { q: 2 }]

  const created = await service.call(datasetEndpoints.create, {
    ...pathOf(projectId),
    name: 'd',
    description: 'two rows',
    rows,
  })

  const dataset = await service.call(datasetEndpoints.read, { ...pathOf(projectId), ...created })
  expect(dataset).toMatchObject({ name: 'd', description: 'two rows' })
  const digest = dataset.rows.replace(`weave:///${projectId}/table/`, '')
  const table = await service.post('/table/query', { project_id: projectId, digest })
  expect(Object(table.body).rows).toMatchObject(rows.map((val) => ({ val })))
})

test('a scorer refers to the op that scores', async () => {
  const projectId = newProject()
  const request = { ...pathOf(projectId), name: 'Exact Match', op_source_code: SOURCE }

  const created = await service.call(scorerEndpoints.create, request)

  expect(created.scorer).toBe(`weave:///${projectId}/object/exact_match:${created.digest}`)
  const scorer = await service.call(scorerEndpoints.read, { ...pathOf(projectId), ...created })
  expect(scorer).toMatchObject({ name: 'Exact Match', description: null })
  const op = await service.get(`/v2/${projectId}/ops/exact_match.score/versions/latest`)
  expect(op.body).toMatchObject({ code: SOURCE })
  expect(scorer.score_op).toBe(`weave:///${projectId}/op/exact_match.score:${Object(op.body).digest}`)
})

test('a model is returned with its source and its settings', async () => {
  const path = pathOf(newProject())
  const attributes = { temperature: 0.7, nested: { a: [1] } }

  const created = await service.call(modelEndpoints.create, {
    ...path,
    name: 'Parrot',
    source_code: SOURCE,
    attributes,
  })

  const model = await service.call(modelEndpoints.read, { ...path, ...created })
  expect(model).toMatchObject({ object_id: 'parrot', name: 'Parrot', source_code: SOURCE, attributes })
  expect(created.model_ref).toContain('/object/parrot:')
})

test('settings of a model cannot replace members that every model has', async () => {
  const projectId = newProject()

  const reply = await service.post(`/v2/${projectId}/models`, {
    name: 'm',
    source_code: '',
    attributes: { _bases: [] },
  })

  expect(reply).toMatchObject({ status: 400 })
  expect(await list(service, projectId, 'ops')).toEqual([])
})

test('an evaluation has defaults for omitted fields', async () => {
  const path = pathOf(newProject())

  const created = await service.call(evaluationEndpoints.create, { ...path, name: 'E', dataset: 'd' })

  expect(await service.call(evaluationEndpoints.read, { ...path, ...created })).toMatchObject({
    name: 'E',
    description: null,
    dataset: 'd',
    scorers: [],
    trials: 1,
    evaluation_name: null,
    evaluate_op: null,
  })
})

test('objects that an SDK published are found too, whatever the name of their class', async () => {
  const projectId = newProject()
  await publish(service, projectId, 'bird', sdkObject('Bird', { name: null, t: 0.5 }, ['Model']))

  expect(await list(service, projectId, 'models')).toMatchObject([
    { object_id: 'bird', name: 'bird', source_code: '', attributes: { t: 0.5 } },
  ])
})

test.each([
  ['datasets', { name: 'd' }],
  ['datasets', { rows: [1] }],
  ['scorers', { name: 's' }],
  ['models', { name: 'm' }],
  ['evaluations', { name: 'e' }],
  ['evaluations', { name: 'e', dataset: 'd', trials: 0 }],
])('%s refuse %j as malformed', async (path, body) => {
  expect(await service.post(`/v2/${newProject()}/${path}`, body)).toMatchObject({ status: 422 })
})

test.each([
  { path: 'models', body: { name: 'taken', source_code: SOURCE } },
  { path: 'scorers', body: { name: 'taken', op_source_code: SOURCE } },
])('$path that are refused leave no op behind', async ({ path, body }) => {
  const projectId = newProject()
  await service.post(`/v2/${projectId}/datasets`, { name: 'taken', rows: [] })

  const { status } = await service.post(`/v2/${projectId}/${path}`, body)

  expect(status).toBe(400)
  expect(await list(service, projectId, 'ops')).toEqual([])
})
