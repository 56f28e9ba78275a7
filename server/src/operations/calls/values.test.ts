import { readCallFields, readCallValues } from '@heddle/contract/values'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finished, record, recordFinished, start } from '../../testing/builders.ts'
import { openService, type Service } from '../../testing/service.ts'

const PROJECT = 'team/app'
let service: Service

beforeAll(async () => {
  service = await openService()
  await recordFinished(
    service,
    finished(PROJECT, 'a', {
      op_name: `weave:///${PROJECT}/op/answer:v1`,
      thread_id: 'thread-1',
      inputs: { question: 'Who?', count: 1, nested: { 'dotted.key': true }, list: [{ role: 'user' }] },
      attributes: { env: 'production' },
      summary: { usage: { 'gpt-4o': { prompt_tokens: 1 }, o1: { prompt_tokens: 1 } } },
    }),
    finished(PROJECT, 'b', {
      op_name: `weave:///${PROJECT}/op/answer:v2`,
      inputs: { question: 'Why?', count: 1, text: 'x'.repeat(500) },
      attributes: { env: 'pre-production' },
      exception: 'boom',
      summary: { usage: { 'gpt-4o': { prompt_tokens: 1 } } },
    }),
  )
  await record(service, start(PROJECT, { id: 'c', op_name: 'search', display_name: 'Find it' }))
})
afterAll(() => service.close())

const values = async (field: string, options: { prefix?: string; limit?: number } = {}) => {
  const reply = await service.call(readCallValues, { project_id: PROJECT, field, ...options })
  return reply.values.map(({ value, count }) => [value, count])
}

test.each([
  [
    'trace_name',
    [
      ['answer', 2],
      ['search', 1],
    ],
  ],
  [
    'summary.weave.status',
    [
      ['error', 1],
      ['running', 1],
      ['success', 1],
    ],
  ],
  [
    'model',
    [
      ['gpt-4o', 2],
      ['o1', 1],
    ],
  ],
  ['display_name', [['Find it', 1]]],
  ['thread_id', [['thread-1', 1]]],
  ['inputs.count', [[1, 2]]],
  ['inputs.nested.dotted\\.key', [[true, 1]]],
  ['inputs.list.0.role', [['user', 1]]],
  ['inputs.text', []],
  ['inputs.list', []],
  [
    'attributes.env',
    [
      ['pre-production', 1],
      ['production', 1],
    ],
  ],
])('%s has had its values, the most frequent first', async (field, expected) => {
  expect(await values(field)).toEqual(expected)
})

test('a prefix matches the start of a word, ignoring case', async () => {
  expect(await values('attributes.env', { prefix: 'PROD' })).toHaveLength(2)
  expect(await values('attributes.env', { prefix: 'pre' })).toHaveLength(1)
  expect(await values('attributes.env', { prefix: 'oduct' })).toEqual([])
})

test('no more values are returned than requested', async () => {
  expect(await values('trace_name', { limit: 1 })).toEqual([['answer', 2]])
  expect(
    await service.post(readCallValues.path, { project_id: PROJECT, field: 'model', limit: 51 }),
  ).toMatchObject({ status: 422 })
})

test('an unknown field is refused', async () => {
  const reply = await service.post(readCallValues.path, { project_id: PROJECT, field: 'nothing.here' })

  expect(reply).toMatchObject({ status: 422 })
})

test('fields have their type and an example, spelled as in filters', async () => {
  const { fields, sampled_calls } = await service.call(readCallFields, {
    project_id: PROJECT,
    prefix: 'inputs',
  })

  expect(sampled_calls).toBe(3)
  expect(fields.slice(0, 3)).toMatchObject([
    { field: 'inputs', types: ['object'], count: 3, example: null },
    { field: 'inputs.count', types: ['number'], count: 2, example: 1 },
    { field: 'inputs.question', types: ['string'], count: 2 },
  ])
  expect(fields).toEqual(
    expect.arrayContaining([
      { field: 'inputs.nested.dotted\\.key', types: ['boolean'], count: 1, example: true },
      { field: 'inputs.list', types: ['list'], count: 1, example: null },
      { field: 'inputs.list.0.role', types: ['string'], count: 1, example: 'user' },
      { field: 'inputs.text', types: ['string'], count: 1, example: `${'x'.repeat(80)}…` },
    ]),
  )
})

test('a project without calls has no fields and no values', async () => {
  const project_id = 'team/empty'

  expect(await service.call(readCallFields, { project_id })).toEqual({ fields: [], sampled_calls: 0 })
  expect(await service.call(readCallValues, { project_id, field: 'model' })).toEqual({
    values: [],
    sampled_calls: 0,
  })
})
