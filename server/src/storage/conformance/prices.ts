import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import { by, column, equals, newProjectId, price } from './rows.ts'

export function priceGuarantees(storage: () => Storage): void {
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

  test('prices are returned as stored, by creation and then by id', async () => {
    const project_id = newProjectId()
    const rows = [
      price(project_id, { id: 'b', created_at: 1 }),
      price(project_id, { id: 'a', created_at: 2, prompt_token_cost: 1.5e-7 }),
      price(project_id, { id: 'c', created_at: 2 }),
    ]

    await storage().prices.put(rows.toReversed())

    expect(await storage().prices.find({ project_id, sort: [] })).toEqual(rows)
  })

  test('a price with a known id replaces the old one', async () => {
    const project_id = newProjectId()
    await storage().prices.put([price(project_id, { id: 'a' })])
    const newer = price(project_id, { id: 'a', llm_id: 'other', prompt_token_cost: 0 })

    await storage().prices.put([newer])

    expect(await storage().prices.find({ project_id, sort: [] })).toEqual([newer])
    expect(await storage().prices.forModels(project_id, ['model'])).toEqual([])
  })

  test('a search filters, sorts and pages', async () => {
    const project_id = newProjectId()
    await storage().prices.put([
      price(project_id, { id: 'a', llm_id: 'm', prompt_token_cost: 0.2 }),
      price(project_id, { id: 'b', llm_id: 'm', prompt_token_cost: 0.1 }),
      price(project_id, { id: 'c', llm_id: 'other', prompt_token_cost: 0.3 }),
      price(project_id, { id: 'd', llm_id: 'm', prompt_token_cost: 0.4 }),
    ])
    const search = { project_id, condition: equals(column('llm_id'), 'm') }
    const sort = [by(column('prompt_token_cost', 'number'), 'desc')]

    expect(idsOf(await storage().prices.find({ ...search, sort }))).toEqual(['d', 'a', 'b'])
    expect(idsOf(await storage().prices.find({ ...search, sort, limit: 1, offset: 1 }))).toEqual(['a'])
    expect(await storage().prices.find({ ...search, sort: [], limit: 0 })).toEqual([])
  })

  test('the prices of models are found by exact name', async () => {
    const project_id = newProjectId()
    await storage().prices.put([
      price(project_id, { id: 'a', llm_id: 'gpt' }),
      price(project_id, { id: 'b', llm_id: 'gpt-mini' }),
      price(project_id, { id: 'c', llm_id: 'gpt', effective_date: 5 }),
    ])

    const found = await storage().prices.forModels(project_id, ['gpt', 'unknown'])

    expect(idsOf(found).sort()).toEqual(['a', 'c'])
    expect(await storage().prices.forModels(project_id, [])).toEqual([])
  })

  test('a purge removes the ids it knows, in its own project only', async () => {
    const [mine, other] = [newProjectId(), newProjectId()]
    await storage().prices.put([
      price(mine, { id: 'a' }),
      price(mine, { id: 'b' }),
      price(other, { id: 'a' }),
    ])

    await storage().prices.purge(mine, ['a', 'unknown'])
    await storage().prices.purge(mine, ['a'])

    expect(idsOf(await storage().prices.find({ project_id: mine, sort: [] }))).toEqual(['b'])
    expect(idsOf(await storage().prices.find({ project_id: other, sort: [] }))).toEqual(['a'])
  })

  test('an unknown project has no prices', async () => {
    const project_id = newProjectId()

    expect(await storage().prices.find({ project_id, sort: [] })).toEqual([])
    expect(await storage().prices.forModels(project_id, ['model'])).toEqual([])
  })
}
