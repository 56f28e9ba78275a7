import { putRuntime, readObject } from '@heddle/contract/objects'
import { afterAll, expect, test } from 'vitest'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

test('a runtime is returned as sent, and stored as an object', async () => {
  const project_id = newProject()
  const [entity = '', project = ''] = project_id.split('/')
  const base_url = 'http://127.0.0.1:8000/v1'

  const reply = await service.call(putRuntime, {
    entity,
    project,
    name: 'house',
    base_url,
    headers: { 'x-team': 'a' },
    runtime_ids: ['small', { id: 'large', max_tokens: 4096 }],
  })

  const runtime_ids = [
    { id: 'small', max_tokens: null, playground_id: 'house/small' },
    { id: 'large', max_tokens: 4096, playground_id: 'house/large' },
  ]
  expect(reply).toEqual({
    name: 'house',
    base_url,
    api_key_secret: '',
    headers: { 'x-team': 'a' },
    runtime_ids,
  })
  const { obj } = await service.call(readObject, { project_id, object_id: 'house', digest: 'latest' })
  expect(obj).toMatchObject({
    base_object_class: 'Provider',
    val: { base_url, extra_headers: { 'x-team': 'a' }, runtime_ids },
  })
})

test('a runtime with an invalid object name is refused', async () => {
  const reply = await service.put('/v2/team/app/runtimes/a%20b', { base_url: 'http://127.0.0.1' })

  expect(reply.status).toBe(422)
})
