import { usageOf } from '@heddle/contract/call/usage'
import { queryCalls } from '@heddle/contract/calls-query'
import { createCosts } from '@heddle/contract/costs'
import type { Query } from '@heddle/contract/query'
import { afterAll, expect, test } from 'vitest'
import { finished, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

/** Usage as different clients report it. */
const REPORTED = {
  whole: { m: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
  'without a total': { m: { input_tokens: 20, output_tokens: 5 } },
  'a total of zero': { m: { prompt_tokens: 31, total_tokens: 0 } },
  'both spellings': { m: { prompt_tokens: 20, input_tokens: 21 } },
  'cached beside the input': { m: { prompt_tokens: 3, cache_read_input_tokens: 50 } },
  'cached in details': { m: { prompt_tokens: 3, prompt_tokens_details: { cached_tokens: 60 } } },
  'two models': { m: { total_tokens: 40 }, n: { prompt_tokens: 31, completion_tokens: 1 } },
  'as text': { m: { total_tokens: '83' } },
  nothing: { m: { requests: 1 } },
}

test('each call is found by the tokens and the cost that its row shows', async () => {
  const project_id = newProject()
  const price = { completion_token_cost: 0.2, cache_read_input_token_cost: 0.003 }
  const costs = {
    m: { ...price, prompt_token_cost: 0.1, effective_date: '2025-01-01' },
    n: { ...price, prompt_token_cost: 0.3, effective_date: '2025-01-01' },
  }
  await service.call(createCosts, { project_id, costs })
  for (const [id, usage] of Object.entries(REPORTED)) {
    await recordFinished(service, finished(project_id, id, { summary: { usage } }))
  }
  const find = async (field: string, value: number) => {
    const query: Query = { $expr: { $eq: [{ $getField: field }, { $literal: value }] } }
    const { calls } = await service.call(queryCalls, { project_id, query })
    return calls.map(({ id }) => id)
  }

  const { calls } = await service.call(queryCalls, { project_id, include_costs: true })

  expect(calls).toHaveLength(Object.keys(REPORTED).length)
  for (const call of calls) {
    const { tokens, cost } = usageOf(call)
    if (tokens !== undefined) expect(await find('summary.weave.total_tokens', tokens)).toContain(call.id)
    if (cost !== undefined) expect(await find('summary.weave.total_cost', cost)).toContain(call.id)
  }
  expect(usageOf(calls.find(({ id }) => id === 'nothing') ?? expect.fail()).tokens).toBeUndefined()
  const sort_by = [{ field: 'summary.weave.total_tokens', direction: 'asc' as const }]
  const byTokens = (await service.call(queryCalls, { project_id, sort_by })).calls
  expect(byTokens.map(({ id }) => id)).toEqual(Object.keys(REPORTED))
})
