import { traceTree } from '@heddle/contract/compare/tree'
import { expect, test } from 'vitest'
import { costSummary, modelCosts, modelsWithoutPrice, usageReports } from './cost-lines.ts'

const priced = {
  requests: 1,
  prompt_tokens: 1200,
  completion_tokens: 300,
  cache_read_input_tokens: 400,
  prompt_tokens_total_cost: 0.002,
  completion_tokens_total_cost: 0.003,
  cache_read_input_tokens_total_cost: 0.0005,
  prompt_token_cost: 0.0000025,
  completion_token_cost: 0.00001,
  cache_read_input_token_cost: 0.00000125,
  pricing_level: 'default',
}

test('each token class costs tokens times price, and cached input is not billed twice', () => {
  const [cost] = modelCosts({ weave: { costs: { 'gpt-4o': priced } } })

  expect(cost?.lines.map(({ name, tokens }) => [name, tokens])).toEqual([
    ['Input', 800],
    ['Cached input', 400],
    ['Output', 300],
  ])
  expect(cost?.total).toBeCloseTo(0.0055)
})

test('models without a price are listed', () => {
  expect(modelsWithoutPrice({ usage: { a: {}, b: {} }, weave: { costs: { a: priced } } })).toEqual(['b'])
  expect(modelCosts({})).toEqual([])
})

test('reasoning is shown as a part of the output', () => {
  const [cost] = modelCosts({
    usage: { 'gpt-4o': { reasoning_tokens: 100 } },
    weave: { costs: { 'gpt-4o': priced } },
  })

  expect(cost?.lines.at(-1)).toMatchObject({ name: 'of which reasoning', tokens: 100, cost: undefined })
  expect(cost?.total).toBeCloseTo(0.0055)
})

test('a reported cost that counts has a reason', () => {
  const weave = { reported_cost: 0.002, total_cost: 0.002, cost_source: 'reported' }

  expect(costSummary({ usage: { m: {} }, weave })).toMatchObject({
    computed: undefined,
    counted: 0.002,
    reason: 'Reported by the client, because there is no price',
  })
  expect(
    costSummary({ usage: { 'gpt-4o': {} }, weave: { ...weave, costs: { 'gpt-4o': priced } } }).reason,
  ).toBe('Reported by the client, because it sent no cached token counts')
})

test('the usage reports of a call are its own and those below it, in the order of the tree', () => {
  const tree = traceTree({
    trace_id: 't',
    started_at: null,
    op_names: ['op'],
    models: [],
    has_more: false,
    usage: {},
    reports: {
      call: [0, 1, 2],
      tokens: [9, 8, 7],
      cost: [null, 0.1, null],
      reported_cost: [null, 0.2, null],
    },
    calls: {
      id: ['root', 'late', 'early'],
      parent: [-1, 2, 0],
      op_name: [0, 0, 0],
      display_name: [null, null, null],
      start_us: [0, 2, 1],
      duration_us: [9, 1, 2],
      status: ['success', 'success', 'success'],
      kind: ['agent', 'llm', 'llm'],
      model: [-1, -1, -1],
      tokens: [9, 8, 7],
      cost: [null, null, null],
      usage_standing: ['repeated_below', 'counted', 'repeated_below'],
    },
  })

  expect(usageReports(tree, 'early')).toMatchObject([
    { id: 'early', tokens: 7, standing: 'repeated_below' },
    { id: 'late', tokens: 8, cost: 0.1, reportedCost: 0.2, standing: 'counted' },
  ])
  expect(usageReports(tree, 'root')).toHaveLength(3)
})
