import { createObject, queryObjects, readObject } from '@heddle/contract/objects'
import { readProjectsInfo } from '@heddle/contract/service'
import { afterAll, describe, expect, test } from 'vitest'
import { contentDigest } from '../../domain/objects/digest.ts'
import { newProject, publish, sdkObject, sdkOp } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const versionsOf = async (project_id: string) => (await service.call(queryObjects, { project_id })).objs

const postCreate = (project_id: string, object_id: string, val: unknown, more: object = {}) =>
  service.post('/obj/create', { obj: { project_id, object_id, val, ...more } })

test('a published value is answered with its digest and its name', async () => {
  const project_id = newProject()

  const reply = await service.call(createObject, { obj: { project_id, object_id: 'cfg', val: { a: 1 } } })

  expect(reply).toEqual({ digest: 'XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA', object_id: 'cfg' })
})

test('1 and 1.0 are two versions, while spaces make no difference', async () => {
  const project_id = newProject()
  const create = async (val: string) => {
    const body = `{"obj":{"project_id":"${project_id}","object_id":"cfg","val":${val}}}`
    return (await service.request({ method: 'POST', url: '/obj/create', body })).body
  }

  const replies = [await create('{"a":1}'), await create('{"a":1.0}'), await create('{ "a" : 1 }')]

  expect(replies).toMatchObject([
    { digest: 'XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA' },
    { digest: 'dCYJsgfwkAqOLf866DrEeUGvXCm7brXylYTKfdY9g1Q' },
    { digest: 'XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA' },
  ])
  expect(await versionsOf(project_id)).toHaveLength(2)
})

test('publishing A, B, A leaves two versions, and A is the latest again', async () => {
  const project_id = newProject()
  const a = await publish(service, project_id, 'cfg', 'A')
  const b = await publish(service, project_id, 'cfg', 'B')

  await publish(service, project_id, 'cfg', 'A')

  expect(await versionsOf(project_id)).toMatchObject([
    { digest: a, version_index: 0, is_latest: 1 },
    { digest: b, version_index: 1, is_latest: 0 },
  ])
})

test('a name with a space is 422, one of 129 characters 400, one of another class 400', async () => {
  const project_id = newProject()
  await publish(service, project_id, 'taken', sdkObject('Dataset'))

  const spaced = await postCreate(project_id, 'a b', 1)
  const long = await postCreate(project_id, 'n'.repeat(129), 1)
  const otherClass = await postCreate(project_id, 'taken', sdkObject('Model'))

  expect(spaced).toMatchObject({ status: 422, body: { reason: expect.any(String) } })
  expect(long.status).toBe(400)
  expect(otherClass.status).toBe(400)
  expect(await versionsOf(project_id)).toHaveLength(1)
})

test('a wrong expected_digest is 409 and stores nothing', async () => {
  const project_id = newProject()

  const reply = await postCreate(project_id, 'cfg', { a: 1 }, { expected_digest: 'x'.repeat(43) })

  expect(reply.status).toBe(409)
  expect(await versionsOf(project_id)).toEqual([])
})

test('the right expected_digest is accepted', async () => {
  const project_id = newProject()
  const expected_digest = 'XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA'

  const reply = await service.call(createObject, {
    obj: { project_id, object_id: 'cfg', val: { a: 1 }, expected_digest },
  })

  expect(reply.digest).toBe(expected_digest)
})

describe('a digest computed with refs in internal form', () => {
  const inInternalForm = (id: string | undefined) =>
    contentDigest(`{"rows": "weave-trace-internal:///${id}/table/t"}`)

  const internalIdOf = async (project_id: string) => {
    const [project] = await service.call(readProjectsInfo, { project_ids: [project_id] })
    return project?.internal_project_id
  }

  test('is accepted, and identifies the version', async () => {
    const project_id = newProject()
    await publish(service, project_id, 'first', 1)
    const expected_digest = inInternalForm(await internalIdOf(project_id))
    const val = { rows: `weave:///${project_id}/table/t` }

    const reply = await service.call(createObject, {
      obj: { project_id, object_id: 'data', val, expected_digest },
    })

    expect(reply.digest).toBe(expected_digest)
    const read = await service.call(readObject, { project_id, object_id: 'data', digest: expected_digest })
    expect(read.obj.val).toEqual(val)
  })

  test('is refused for a project that the caller may not read', async () => {
    const hidden = 'others/secret'
    await publish(service, hidden, 'first', 1)
    const expected_digest = inInternalForm(await internalIdOf(hidden))
    const { key } = await service.createUser({ entity: 'team' })

    const obj = {
      project_id: newProject(),
      object_id: 'data',
      val: { rows: `weave:///${hidden}/table/t` },
      expected_digest,
    }
    const reply = await service.post('/obj/create', { obj }, { key })

    expect(reply.status).toBe(409)
  })
})

test('null, a text, a number and a list are values too', async () => {
  const project_id = newProject()

  await publish(service, project_id, 'null', null)
  await publish(service, project_id, 'text', 'abc')
  await publish(service, project_id, 'number', 7)
  await publish(service, project_id, 'list', [1, 2, 3])

  expect((await versionsOf(project_id)).map(({ digest, val }) => [digest, val])).toEqual([
    ['dCNOmKYnSYX12vHzasLXiswzlGT5UHA7jAGYkvmCuQs', null],
    ['bMQYhYX7djMBY3taXXDipGtG9GHyfloPQeAJxZuCeyU', 'abc'],
    [expect.any(String), 7],
    ['o2sfLDXEUi3RAFFFZGYX1wVMCFHpfHKgOcC9Xsn6BYM', [1, 2, 3]],
  ])
})

test('a request without val is 422 with the path of the missing field', async () => {
  const reply = await service.post('/obj/create', { obj: { project_id: newProject(), object_id: 'cfg' } })

  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'obj', 'val'] }] } })
})

test('a value with a list of bases has their classes, and an op is an op', async () => {
  const project_id = newProject()

  await publish(service, project_id, 'prompt', sdkObject('StringPrompt', {}, ['Prompt']))
  await publish(service, project_id, 'rank', sdkOp('d1'))

  expect(await versionsOf(project_id)).toMatchObject([
    { kind: 'object', base_object_class: 'Prompt', leaf_object_class: 'StringPrompt' },
    { kind: 'op', base_object_class: null, leaf_object_class: null },
  ])
})

test('an op and an object may share a name', async () => {
  const project_id = newProject()
  await publish(service, project_id, 'rank', sdkObject('Model'))

  await publish(service, project_id, 'rank', sdkOp('d1'))

  expect(await versionsOf(project_id)).toMatchObject([
    { kind: 'object', version_index: 0, is_latest: 1 },
    { kind: 'op', version_index: 0, is_latest: 1 },
  ])
})

test('of classes published at the same time under a new name, one has it', async () => {
  const project_id = newProject()

  const replies = await Promise.all(
    ['Dataset', 'Model', 'Prompt', 'Scorer'].map((name) => postCreate(project_id, 'thing', sdkObject(name))),
  )

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  expect(await versionsOf(project_id)).toHaveLength(1)
})

test('a name is free for another class once all its versions are deleted', async () => {
  const project_id = newProject()
  await publish(service, project_id, 'thing', sdkObject('Dataset'))
  await service.post('/obj/delete', { project_id, object_id: 'thing' })

  const reply = await postCreate(project_id, 'thing', sdkObject('Model'))

  expect(reply.status).toBe(200)
})

describe('a value of a built-in class', () => {
  test.each(['builtin_object_class', 'set_base_object_class'])(
    'is completed and stored as asked for in %s',
    async (field) => {
      const project_id = newProject()

      await postCreate(project_id, 'spec', { name: 'Quality' }, { [field]: 'AnnotationSpec' })

      const [version] = await versionsOf(project_id)
      expect(version).toMatchObject({
        base_object_class: 'AnnotationSpec',
        val: {
          _type: 'AnnotationSpec',
          _class_name: 'AnnotationSpec',
          _bases: ['BaseObject', 'BaseModel'],
          name: 'Quality',
          description: null,
          unique_among_creators: false,
        },
      })
    },
  )

  test.each([
    ['of an unknown class', { a: 1 }, 'NoSuchClass'],
    ['that is no object', [1], 'AnnotationSpec'],
    ['that has another class already', sdkObject('Model'), 'AnnotationSpec'],
  ])('%s is 400', async (_, val, builtin_object_class) => {
    const reply = await postCreate(newProject(), 'spec', val, { builtin_object_class })

    expect(reply.status).toBe(400)
  })
})

test('the author of a version is the caller, whatever the request says', async () => {
  const project_id = newProject()
  const { user, key } = await service.createUser({ entity: 'team' })
  const obj = { project_id, object_id: 'cfg', val: 1, wb_user_id: 'somebody-else' }

  await service.post('/obj/create', { obj }, { key })

  expect(await versionsOf(project_id)).toMatchObject([{ wb_user_id: user.id }])
})

test('a hostile value is returned as it was sent', async () => {
  const project_id = newProject()
  const val = '{"__proto__":{"polluted":true},"constructor":1,"big":123456789012345678901234567890}'
  const body = `{"obj":{"project_id":"${project_id}","object_id":"cfg","val":${val}}}`
  await service.request({ method: 'POST', url: '/obj/create', body })

  const [stored] = await service.storage.objects.versions(project_id, 'cfg')
  const values = await service.storage.objects.values(project_id, stored ? [stored] : [])

  expect([...values.values()].map(({ text }) => text)).toEqual([val])
})

test('a key that may only read does not publish', async () => {
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })

  const reply = await service.post(
    '/obj/create',
    { obj: { project_id: newProject(), object_id: 'cfg', val: 1 } },
    { key },
  )

  expect(reply.status).toBe(403)
})

describe('the query of a monitor', () => {
  const monitor = (getField: object) => ({
    _type: 'Monitor',
    _class_name: 'Monitor',
    _bases: ['Object', 'BaseModel'],
    query: { $expr: { $and: [{ $eq: [getField, { $literal: { $getField: 'nothing' } }] }] } },
  })

  test('may name the fields of calls', async () => {
    const val = monitor({ $getField: 'inputs.question' })

    expect(await postCreate(newProject(), 'watch', val)).toMatchObject({ status: 200 })
  })

  test.each([{ $getField: 'no_such_field' }, { _type: 'GetFieldOperator', get_field_: 'no_such_field' }])(
    'is refused with the field that calls do not have: %j',
    async (getField) => {
      const project_id = newProject()

      const reply = await postCreate(project_id, 'watch', monitor(getField))

      expect(reply).toMatchObject({
        status: 422,
        body: { reason: expect.stringContaining('no_such_field') },
      })
      expect(await versionsOf(project_id)).toEqual([])
    },
  )
})
