import { createCosts, purgeCosts, queryCosts } from '@heddle/contract/costs'
import { afterAll, expect, test } from 'vitest'
import { equal, field, literal } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

async function twoPrices(): Promise<{ project_id: string; first: string; second: string }> {
  const project_id = newProject()
  const price = { prompt_token_cost: 1, completion_token_cost: 1 }
  const { ids } = await service.call(createCosts, { project_id, costs: { first: price, second: price } })
  const [[first] = [''], [second] = ['']] = ids
  return { project_id, first, second }
}

const modelsOf = async (project_id: string) =>
  (await service.call(queryCosts, { project_id })).results.map(({ llm_id }) => llm_id)

test('prices are purged by $in on their ids', async () => {
  const { project_id, first, second } = await twoPrices()

  const reply = await service.call(purgeCosts, {
    project_id,
    query: { $expr: { $in: [field('id'), [literal(first), literal(second), literal('unknown')]] } },
  })

  expect(reply).toEqual({})
  expect(await modelsOf(project_id)).toEqual([])
})

test('prices are purged by $eq on an id, and by $or of those', async () => {
  const { project_id, first, second } = await twoPrices()

  await service.call(purgeCosts, { project_id, query: { $expr: equal('id', first) } })
  const afterOne = await modelsOf(project_id)
  await service.call(purgeCosts, { project_id, query: { $expr: { $or: [equal('id', second)] } } })

  expect(afterOne).toEqual(['second'])
  expect(await modelsOf(project_id)).toEqual([])
})

test('a purge that is repeated or names ids of another project changes nothing', async () => {
  const { project_id, first } = await twoPrices()
  const query = { $expr: equal('id', first) }

  await service.call(purgeCosts, { project_id: newProject(), query })
  const untouched = await modelsOf(project_id)
  await service.call(purgeCosts, { project_id, query })
  await service.call(purgeCosts, { project_id, query })

  expect(untouched).toEqual(['first', 'second'])
  expect(await modelsOf(project_id)).toEqual(['second'])
})

test.each([
  { $expr: equal('llm_id', 'first') },
  { $expr: { $and: [equal('id', 'x')] } },
  { $expr: { $eq: [literal('x'), field('id')] } },
  { $expr: equal('id', 5) },
  { $expr: { $or: [] } },
  { $expr: { $in: [field('llm_id'), [literal('first')]] } },
  { $expr: { $not: [equal('id', 'x')] } },
])('%j is 400 and purges nothing', async (query) => {
  const { project_id } = await twoPrices()

  const reply = await service.post('/cost/purge', { project_id, query })

  expect(reply).toMatchObject({ status: 400, body: { reason: expect.any(String) } })
  expect(await modelsOf(project_id)).toEqual(['first', 'second'])
})

test.each([{}, { query: null }, { query: {} }, { query: { $expr: { $ne: [] } } }])(
  '%j is malformed and is 422',
  async (request) => {
    const reply = await service.post('/cost/purge', { project_id: newProject(), ...request })

    const loc = expect.arrayContaining(['body', 'query'])
    expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
  },
)
