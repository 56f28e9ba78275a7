import { afterAll, expect, test } from 'vitest'
import { openService } from '../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const window = { start: '2025-03-01T00:00:00Z', end: '2025-03-02T00:00:00Z' }
const many = <Item>(count: number, item: Item): Item[] => Array(count).fill(item)

test.each([
  ['/feedback/stats', 'metrics', { ...window, metrics: many(21, { json_path: 'a' }) }],
  ['/calls/stats', 'usage_metrics', { ...window, usage_metrics: many(21, { metric: 'total_tokens' }) }],
  ['/feedback/aggregate', 'tags', { after_ms: 0, before_ms: 1, tags: many(1_001, 't') }],
  ['/calls/stream_query', 'expand_columns', { expand_columns: many(101, 'inputs.a') }],
  ['/calls/stream_query', 'sort_by', { sort_by: many(101, { field: 'id', direction: 'asc' }) }],
  ['/table/update', 'updates', { base_digest: 'd', updates: many(100_001, { pop: { index: 0 } }) }],
])('%s rejects a list of %s that is too long, and names it', async (path, field, request) => {
  const reply = await service.post(path, { project_id: 'team/app', ...request })

  expect(reply).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field], type: 'too_long' }] } })
})

test('a filter with more than 1000 users is rejected, and the error names the field', async () => {
  const filter = { wb_user_ids: many(1_001, 'u') }

  const reply = await service.post('/calls/stream_query', { project_id: 'team/app', filter })

  expect(reply.status).toBe(400)
  expect(reply.text).toContain('filter.wb_user_ids')
})
