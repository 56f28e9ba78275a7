import { deleteObject, queryObjects } from '@heddle/contract/objects'
import { addTags, setAliases } from '@heddle/contract/tags'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, publish, sdkObject, sdkOp } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const query = async (request: Parameters<typeof service.call<typeof queryObjects.request, never>>[1]) =>
  (await service.call(queryObjects, request)).objs

describe('a filter', () => {
  const project_id = newProject()
  const digests = new Map<string, string>()

  beforeAll(async () => {
    const values: [string, string, unknown][] = [
      ['data v0', 'data', sdkObject('Dataset', { n: 0 })],
      ['data v1', 'data', sdkObject('Dataset', { n: 1 })],
      ['prompt', 'prompt', sdkObject('StringPrompt', {}, ['Prompt'])],
      ['plain', 'plain', { a: 1 }],
      ['rank', 'rank', sdkOp('d1')],
    ]
    for (const [title, object_id, val] of values) {
      digests.set(title, await publish(service, project_id, object_id, val))
    }
    const digest = digests.get('data v0') ?? ''
    await service.call(addTags, { project_id, object_id: 'data', digest, tags: ['reviewed'] })
    await service.call(setAliases, { project_id, object_id: 'data', digest, aliases: ['prod'] })
  })

  test.each([
    ['nothing', {}, ['data v0', 'data v1', 'prompt', 'plain', 'rank']],
    ['names', { object_ids: ['data', 'plain', 'no-such'] }, ['data v0', 'data v1', 'plain']],
    ['ops', { is_op: true }, ['rank']],
    ['no ops', { is_op: false }, ['data v0', 'data v1', 'prompt', 'plain']],
    ['the latest', { latest_only: true }, ['data v1', 'prompt', 'plain', 'rank']],
    ['not only the latest', { latest_only: false, object_ids: ['data'] }, ['data v0', 'data v1']],
    ['base classes', { base_object_classes: ['Prompt'] }, ['prompt']],
    ['leaf classes', { leaf_object_classes: ['StringPrompt', 'Dataset'] }, ['data v0', 'data v1', 'prompt']],
    ['other base classes', { exclude_base_object_classes: ['Dataset'] }, ['prompt', 'plain', 'rank']],
    ['tags', { tags: ['reviewed', 'no-such'] }, ['data v0']],
    ['aliases', { aliases: ['prod'] }, ['data v0']],
    ['latest as an alias', { aliases: ['latest', 'prod'], object_ids: ['data'] }, ['data v0', 'data v1']],
    ['two things at once', { object_ids: ['data'], latest_only: true }, ['data v1']],
    ['empty lists, which means nothing', { object_ids: [], tags: [], aliases: [] }, [...'12345']],
  ])('for %s', async (_, filter, expected) => {
    const found = await query({ project_id, filter })

    expect(found).toHaveLength(expected.length)
    const titles = expected.filter((title) => digests.has(title)).map((title) => digests.get(title))
    expect(found.map(({ digest }) => digest)).toEqual(expect.arrayContaining(titles))
  })
})

describe('an order', () => {
  const project_id = newProject()
  beforeAll(async () => {
    for (const name of ['b', 'c', 'a']) await publish(service, project_id, name, name)
  })

  test.each([
    ['of publication by default', [], ['b', 'c', 'a']],
    ['by name', [{ field: 'object_id', direction: 'asc' as const }], ['a', 'b', 'c']],
    ['by age', [{ field: 'created_at', direction: 'desc' as const }], ['a', 'c', 'b']],
    [
      'by an unknown field, which has no effect',
      [{ field: 'val.x', direction: 'desc' as const }],
      ['b', 'c', 'a'],
    ],
  ])('%s', async (_, sort_by, expected) => {
    const found = await query({ project_id, sort_by })

    expect(found.map(({ object_id }) => object_id)).toEqual(expected)
  })

  test('is applied before paging', async () => {
    const found = await query({
      project_id,
      sort_by: [{ field: 'object_id', direction: 'asc' }],
      offset: 1,
      limit: 1,
    })

    expect(found.map(({ object_id }) => object_id)).toEqual(['b'])
  })

  test('does not allow a limit of zero', async () => {
    expect(await query({ project_id, limit: 0 })).toEqual([])
  })

  test.each([{ limit: -1 }, { offset: -1 }])('with %j is 400', async (page) => {
    const reply = await service.post('/objs/query', { project_id, ...page })

    expect(reply.status).toBe(400)
  })
})

test('values are returned, or {} if only metadata is requested', async () => {
  const project_id = newProject()
  await publish(service, project_id, 'cfg', { a: 1 })

  const whole = await query({ project_id })
  const metadata = await query({ project_id, metadata_only: true })

  expect(whole).toMatchObject([{ val: { a: 1 } }])
  expect(metadata).toEqual(whole.map((version) => ({ ...version, val: {} })))
})

test('versions of several pages have their own values', async () => {
  const project_id = newProject()
  const values = Array.from({ length: 120 }, (_, n) => n)
  for (const n of values) await publish(service, project_id, 'cfg', n)

  const found = await query({ project_id })

  expect(found.map(({ val }) => val)).toEqual(values)
})

test('sizes, tags and aliases are returned if requested, and null otherwise', async () => {
  const project_id = newProject()
  await publish(service, project_id, 'cfg', { a: 1 })

  const [bare] = await query({ project_id })
  const [full] = await query({ project_id, include_storage_size: true, include_tags_and_aliases: true })

  expect(bare).toMatchObject({ size_bytes: null, tags: null, aliases: null })
  expect(full).toMatchObject({ size_bytes: '{"a":1}'.length, tags: [], aliases: ['latest'] })
})

test('deleted versions never appear', async () => {
  const project_id = newProject()
  await publish(service, project_id, 'cfg', 0)
  await publish(service, project_id, 'cfg', 1)

  await service.call(deleteObject, { project_id, object_id: 'cfg', digests: ['latest'] })

  expect(await query({ project_id })).toMatchObject([{ version_index: 0, is_latest: 1 }])
})

test('an unknown project has no objects', async () => {
  expect(await query({ project_id: newProject() })).toEqual([])
})
