import { afterAll, describe, expect, test } from 'vitest'
import { newProject } from '../../server/src/testing/objects.ts'
import { openService } from '../../server/src/testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const COST = {
  id: expect.any(String),
  llm_id: 'b',
  prompt_token_cost: 2,
  completion_token_cost: 3,
  prompt_token_cost_unit: 'EUR',
  completion_token_cost_unit: 'USD',
  effective_date: '2025-01-01T00:00:00Z',
  provider_id: 'house',
}

async function projectOfTwo(): Promise<string> {
  const project_id = newProject()
  const { id: _, llm_id: __, ...price } = COST
  const costs = { b: price, a: { prompt_token_cost: 1, completion_token_cost: 1 } }
  await service.post('/cost/create', { project_id, costs })
  return project_id
}

describe('POST /cost/query', () => {
  test('answers with records that have every field', async () => {
    const { body } = await service.post('/cost/query', { project_id: await projectOfTwo() })

    expect(body).toMatchObject({ results: [COST, { llm_id: 'a' }] })
  })

  test.each(Object.keys(COST))('shows %s alone when asked for it alone', async (name) => {
    const { body } = await service.post('/cost/query', {
      project_id: await projectOfTwo(),
      fields: [name],
      limit: 1,
    })

    const [shown] = Reflect.get(Object(body), 'results')
    expect(Object.keys(shown).filter((key) => shown[key] !== null)).toEqual([name])
  })

  test.each([
    ['b a', { fields: null, query: null, sort_by: null, limit: null, offset: null }],
    ['a b', { sort_by: [{ field: 'llm_id', direction: 'asc' }] }],
    ['b a', { sort_by: [{ field: 'prompt_token_cost', direction: 'desc' }] }],
    ['b', { limit: 1 }],
    ['a', { offset: 1 }],
    ['b a', { query: { $expr: { $and: [{ $literal: true }, { $literal: 'text' }] } } }],
  ])('finds %s with %j', async (expected, request) => {
    const { body } = await service.post('/cost/query', { project_id: await projectOfTwo(), ...request })

    expect(body).toMatchObject({ results: expected.split(' ').map((llm_id) => ({ llm_id })) })
  })

  test.each([false, 0, null, ''])('finds nothing where %j is among the literals', async ($literal) => {
    const query = { $expr: { $and: [{ $literal: true }, { $literal }] } }

    const { body } = await service.post('/cost/query', { project_id: await projectOfTwo(), query })

    expect(body).toEqual({ results: [] })
  })

  test('without project_id is 422', async () => {
    expect((await service.post('/cost/query', {})).status).toBe(422)
  })
})
