import { queryClientInit } from '@heddle/contract/service'
import { afterAll, expect, test } from 'vitest'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const VIEWER = 'query DefaultEntity { viewer { username defaultEntity { name } } }'
const PROJECT =
  'query Project($name: String!, $entityName: String!) { project(name: $name, entityName: $entityName) { name } }'
const UPSERT = `mutation UpsertModel($name: String!, $id: String, $entity: String!, $description: String, $repo: String) {
  upsertModel(input: {id: $id, name: $name, entityName: $entity, description: $description, repoUrl: $repo}) {
    model { name description }
  }
}`

test('a client learns who it is and where its projects go', async () => {
  const { user, key } = await service.createUser({ entity: 'team' })

  const reply = await service.call(queryClientInit, { query: VIEWER }, { key })

  expect(reply).toEqual({ data: { viewer: { username: user.name, defaultEntity: { name: 'team' } } } })
})

test('a project that the caller may access exists, written to or not', async () => {
  const { key } = await service.createUser({ entity: 'team', role: 'viewer' })
  const variables = { name: 'pröj x', entityName: 'team' }

  expect(await service.call(queryClientInit, { query: PROJECT, variables }, { key })).toEqual({
    data: { project: { name: 'pröj x' } },
  })
})

test('a project may be created, with the nulls that Python sends', async () => {
  const variables = { name: 'app', id: null, entity: 'team', description: null, repo: null }

  const reply = await service.post('/graphql', { query: UPSERT, variables })

  expect(reply).toMatchObject({
    status: 200,
    body: { data: { upsertModel: { model: { name: 'app', description: null } } } },
  })
})

test.each([
  ['project', PROJECT, { name: 'app', entityName: 'theirs' }],
  ['upsertModel', UPSERT, { name: 'app', entity: 'theirs' }],
])('%s in an entity of others is refused in the words of GraphQL', async (_name, query, variables) => {
  const { key } = await service.createUser({ entity: 'team' })

  const { data, errors } = await service.call(queryClientInit, { query, variables }, { key })

  expect(data).toBeUndefined()
  expect(errors).toMatchObject([{ extensions: { code: 'PERMISSION_ERROR' } }])
})

test('an unknown field is an error', async () => {
  const { errors } = await service.call(queryClientInit, { query: 'query { serverInfo { frontendHost } }' })

  expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }])
})

test('a key is required, and only root fields are answered', async () => {
  expect(await service.post('/graphql', { query: VIEWER }, { key: null })).toMatchObject({ status: 401 })
  expect(await service.post('/traces/graphql', { query: VIEWER })).toMatchObject({ status: 404 })
})
