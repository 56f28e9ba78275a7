import { afterAll, beforeAll, expect, test } from 'vitest'
import { equal, field, literal } from '../../testing/builders.ts'
import { evalResults, recordSdkEvaluation, type SdkTrial } from '../../testing/evaluations.ts'
import { newProject } from '../../testing/objects.ts'
import { openService, type Service } from '../../testing/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
  // Two evaluations that share the first two rows.
  await recordSdkEvaluation(service, projectId, 'a', [
    trial(1, 'x', 0.1),
    trial(2, 'y', 0.9),
    trial(3, 'z', 0.5),
  ])
  await recordSdkEvaluation(service, projectId, 'b', [
    trial(1, 'x', 0.8),
    trial(2, 'x', 0.8),
    trial(4, 'x', null),
  ])
})
afterAll(() => service.close())

const projectId = newProject()
const both = { evaluation_call_ids: ['a', 'b'], include_raw_data_rows: true }
const trial = (q: number, output: unknown, score: unknown): SdkTrial => ({
  example: { q },
  output,
  scores: { exact: score },
})

const rowsOf = async (request: Partial<Parameters<typeof evalResults>[2]>) => {
  const { rows } = await evalResults(service, projectId, { ...both, ...request })
  return rows.map(({ raw_data_row }) => Object(raw_data_row).q)
}

test('all rows are returned by digest, or only those that both have', async () => {
  const { rows } = await evalResults(service, projectId, both)

  const digests = rows.map(({ row_digest }) => row_digest)
  expect(digests).toEqual([...digests].sort())
  expect(digests).toHaveLength(4)
  expect(new Set(await rowsOf({ require_intersection: true }))).toEqual(new Set([1, 2]))
})

test('rows are sorted by the score of one evaluation, of all, or by their difference', async () => {
  const by = (over: object) => ({
    sort_by: [{ field: 'scores.exact', direction: 'desc' as const, ...over }],
  })

  expect(await rowsOf(by({ evaluation_call_id: 'a' }))).toMatchObject([2, 3, 1, 4])
  expect(await rowsOf(by({}))).toEqual([2, 3, 1, 4])
  expect((await rowsOf(by({ mode: 'difference' }))).slice(0, 2)).toEqual([1, 2])
  expect(await rowsOf(by({ evaluation_call_id: 'a', direction: 'asc' }))).toEqual([1, 3, 2, 4])
})

test('rows are filtered by scores, inputs and outputs, in one evaluation or in both', async () => {
  const sort_by = [{ field: 'inputs.q', direction: 'asc' as const }]
  const high = { $expr: { $gt: [field('scores.exact'), literal(0.7)] as [never, never] } }
  const filters = [{ query: high }]

  expect(await rowsOf({ sort_by, filters })).toEqual([1, 2])
  expect(await rowsOf({ sort_by, filters, filter_logic_operator: 'and' })).toEqual([2])
  expect(await rowsOf({ sort_by, filters: [{ evaluation_call_id: 'a', query: high }] })).toEqual([2])
  expect(await rowsOf({ sort_by, filters: [{ query: { $expr: equal('inputs.q', 3) } }] })).toEqual([3])
  expect(await rowsOf({ sort_by, filters: [{ query: { $expr: equal('outputs', 'y') } }] })).toEqual([2])
})

test('a page is taken after sorting, and the total counts all rows', async () => {
  const sort_by = [{ field: 'inputs.q', direction: 'desc' as const }]

  const page = await evalResults(service, projectId, { ...both, sort_by, limit: 2, offset: 1 })

  expect(page.rows.map(({ raw_data_row }) => raw_data_row)).toEqual([{ q: 3 }, { q: 2 }])
  expect(page.total_rows).toBe(4)
})

test('the summary may cover only common rows while the list has all', async () => {
  const request = { ...both, include_summary: true, summary_require_intersection: true }

  const { summary, total_rows } = await evalResults(service, projectId, request)

  expect(total_rows).toBe(4)
  expect(summary?.row_count).toBe(2)
  expect(summary?.evaluations).toMatchObject([
    { scorer_stats: [{ value_type: 'continuous', numeric_count: 2, numeric_mean: 0.5, pass_rate: null }] },
    { scorer_stats: [{ numeric_count: 2, numeric_mean: 0.8 }] },
  ])
})

test('a summary can be requested without rows', async () => {
  const results = await evalResults(service, projectId, {
    ...both,
    include_rows: false,
    include_summary: true,
  })

  expect(results).toMatchObject({ rows: [], total_rows: 0, summary: { row_count: 4 } })
})
