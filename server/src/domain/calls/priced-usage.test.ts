import { expect, test } from 'vitest'
import { PricedSums } from './priced-usage.ts'

const COUNTS = {
  ...{ requests: 1, prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
  ...{ cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
}

test('usage of different models is apart, whatever their names', () => {
  const sums = new PricedSums({ edges: [0] })
  const row = { started_at: 1, count: 1, group: null, reported_cost: null, is_preferred: false, ...COUNTS }
  const models = [
    { model: 'a', request_model: null },
    { model: 'a', request_model: 'null' },
    { model: 'a\0b', request_model: null },
    { model: 'a', request_model: 'b\0null' },
  ]

  for (const model of models) for (let seen = 0; seen < 2; seen++) sums.add({ ...row, ...model }, undefined)

  expect(sums.rows()).toMatchObject(models.map((model) => ({ ...model, total_tokens: 10 })))
})
