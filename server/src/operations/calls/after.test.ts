import type { CallsQueryRequest } from '@heddle/contract/calls-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf, record, start } from '../../testing/builders.ts'
import { openService, type Service } from '../../testing/service.ts'

const PROJECT = 'team/app'
let service: Service

beforeAll(async () => {
  service = await openService()
  const calls = Array.from({ length: 25 }, (_, index) =>
    start(PROJECT, {
      id: `c${String(index).padStart(2, '0')}`,
      // Five calls share each start.
      started_at: `2025-03-01T10:00:0${Math.floor(index / 5)}.000001Z`,
      op_name: index % 2 === 0 ? 'even' : 'odd',
    }),
  )
  await record(service, ...calls)
})
afterAll(() => service.close())

/** Reads page after page until one is empty. */
async function allPages(request: Partial<CallsQueryRequest>): Promise<string[]> {
  const ids: string[] = []
  let after: CallsQueryRequest['after']
  for (;;) {
    const page = await callsOf(service, PROJECT, { ...request, limit: 3, after: after ?? null })
    const last = page.at(-1)
    if (!last) return ids
    ids.push(...page.map(({ id }) => id))
    after = { started_at: last.started_at, id: last.id }
  }
}

const idsOf = async (request: Partial<CallsQueryRequest>) =>
  (await callsOf(service, PROJECT, request)).map(({ id }) => id)

test.each([
  ['by default', {}],
  ['oldest first', { sort_by: [{ field: 'started_at', direction: 'asc' as const }] }],
  ['newest first', { sort_by: [{ field: 'started_at', direction: 'desc' as const }] }],
  ['of one op', { filter: { op_names: ['odd'] } }],
  ['of roots', { filter: { trace_roots_only: true } }],
])('page after page gives every call once, in order, %s', async (_, request) => {
  const pages = await allPages(request)

  expect(pages).toEqual(await idsOf(request))
  expect(pages.length).toBeGreaterThan(10)
})

test('the position to continue from need not be a call', async () => {
  const after = { started_at: '2025-03-01T10:00:03Z', id: 'zzz' }

  expect(await idsOf({ after })).toHaveLength(10)
})

test.each([
  ['another field', [{ field: 'op_name', direction: 'asc' }]],
  [
    'a second field',
    [
      { field: 'started_at', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
  ],
])('with a sort by %s there is no going on', async (_, sort_by) => {
  const after = { started_at: '2025-03-01T10:00:03Z', id: 'c1' }

  for (const path of ['/calls/query', '/calls/stream_query']) {
    const reply = await service.post(path, { project_id: PROJECT, after, sort_by })
    expect(reply).toMatchObject({ status: 400 })
  }
})
