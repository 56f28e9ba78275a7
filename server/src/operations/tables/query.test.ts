import type { QueryOperation } from '@heddle/contract/query'
import { createTable, queryTable } from '@heddle/contract/tables'
import { afterAll, describe, expect, test } from 'vitest'
import { equal } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { openService } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

const tableOf = async (rows: readonly unknown[]) => {
  const project_id = newProject()
  return { project_id, ...(await service.call(createTable, { table: { project_id, rows: [...rows] } })) }
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

const indexesOf = (rows: readonly { readonly original_index: number }[]) =>
  rows.map(({ original_index }) => original_index)

test('rows are in the order of the table, each with its digest and index', async () => {
  const { project_id, digest, row_digests } = await tableOf([{ a: 'x' }, { a: 'y' }])

  const { rows } = await service.call(queryTable, { project_id, digest })

  expect(rows).toEqual([
    { digest: row_digests[0], val: { a: 'x' }, original_index: 0 },
    { digest: row_digests[1], val: { a: 'y' }, original_index: 1 },
  ])
})

test('an unknown table has no rows', async () => {
  const request = { project_id: newProject(), digest: 'f'.repeat(64) }

  expect(await service.call(queryTable, request)).toEqual({ rows: [] })
})

test('equal rows keep their own index, filtered or not', async () => {
  const { project_id, digest, row_digests } = await tableOf([{ n: 1 }, { n: 2 }, { n: 1 }])

  const all = await service.call(queryTable, { project_id, digest })
  const filter = { row_digests: [row_digests[0] ?? '', 'x'.repeat(43)] }
  const filtered = await service.call(queryTable, { project_id, digest, filter })

  expect(indexesOf(all.rows)).toEqual([0, 1, 2])
  expect(indexesOf(filtered.rows)).toEqual([0, 2])
})

test('an offset of 2 begins with original_index 2', async () => {
  const { project_id, digest } = await tableOf(numbered(4))

  const { rows } = await service.call(queryTable, { project_id, digest, offset: 2 })

  expect(indexesOf(rows)).toEqual([2, 3])
})

test('an empty list of row digests filters nothing', async () => {
  const { project_id, digest } = await tableOf(numbered(2))

  const { rows } = await service.call(queryTable, { project_id, digest, filter: { row_digests: [] } })

  expect(indexesOf(rows)).toEqual([0, 1])
})

describe('a sorted table', () => {
  const MIXED = [{ p: null }, {}, { p: 100 }, { p: 2 }, { p: 'b' }, { p: 'a' }]

  test.each([
    ['asc' as const, [3, 2, 5, 4, 0, 1]],
    ['desc' as const, [2, 3, 4, 5, 0, 1]],
  ])('going %s has numbers first, then texts, then what is unset', async (direction, expected) => {
    const { project_id, digest } = await tableOf(MIXED)

    const { rows } = await service.call(queryTable, {
      project_id,
      digest,
      sort_by: [{ field: 'p', direction }],
    })

    expect(indexesOf(rows)).toEqual(expected)
  })

  test('may use a path into its rows, and order as a synonym for direction', async () => {
    const { project_id, digest } = await tableOf([{ a: { b: 1 } }, { a: { b: 2 } }])

    const { rows } = await service.call(queryTable, {
      project_id,
      digest,
      sort_by: [{ field: 'a.b', order: 'desc' }],
    })

    expect(indexesOf(rows)).toEqual([1, 0])
  })

  test('is filtered first and paged last', async () => {
    const { project_id, digest, row_digests } = await tableOf(numbered(5))

    const { rows } = await service.call(queryTable, {
      project_id,
      digest,
      filter: { row_digests: row_digests.slice(1) },
      sort_by: [{ field: 'n', direction: 'desc' }],
      offset: 1,
      limit: 2,
    })

    expect(indexesOf(rows)).toEqual([3, 2])
  })

  test.each(['', ' ', '.a', 'a.', 'a..b'])('by the field %j is 400', async (field) => {
    const { project_id, digest } = await tableOf([])

    const reply = await service.post('/table/query', {
      project_id,
      digest,
      sort_by: [{ field, direction: 'asc' }],
    })

    expect(reply.status).toBe(400)
  })

  test('without a direction is 422', async () => {
    const { project_id, digest } = await tableOf([])

    const reply = await service.post('/table/query', { project_id, digest, sort_by: [{ field: 'a' }] })

    expect(reply).toMatchObject({ status: 422, body: { detail: [expect.anything()] } })
  })
})

test.each([{ limit: -1 }, { offset: -1 }])('a page of %j is 400', async (page) => {
  const { project_id, digest } = await tableOf([])

  const replies = [
    await service.post('/table/query', { project_id, digest, ...page }),
    await service.post('/table/query_stream', { project_id, digest, ...page }),
  ]

  expect(replies).toMatchObject([{ status: 400 }, { status: 400 }])
})

describe('a stream of rows', () => {
  test.each([
    ['all of a table that is longer than a batch', {}],
    ['a page across batches', { offset: 990, limit: 1020 }],
    ['a page of just one batch', { offset: 1, limit: 1000 }],
    ['a page past the end', { offset: 9999 }],
    ['no rows', { limit: 0 }],
    ['sorted rows', { sort_by: [{ field: 'n', direction: 'desc' }], limit: 3 }],
  ])('has the rows that a query has, as lines: %s', async (_, page) => {
    const { project_id, digest } = await tableOf(numbered(2500))

    const streamed = await service.post('/table/query_stream', { project_id, digest, ...page })

    const queried = await service.post('/table/query', { project_id, digest, ...page })
    expect(streamed.headers['content-type']).toContain('jsonl')
    expect({ rows: streamed.body }).toEqual(queried.body)
  })
})

test('rows of a project that the caller may not read are not returned', async () => {
  const { project_id, digest } = await tableOf(numbered(1))
  const { key } = await service.createUser({ entity: 'others' })

  const replies = [
    await service.post('/table/query', { project_id, digest }, { key }),
    await service.post('/table/query_stream', { project_id, digest }, { key }),
  ]

  expect(replies).toMatchObject([{ status: 403 }, { status: 403 }])
})

describe('a query', () => {
  const rows = [
    { topic: 'delivery', score: 0.2, more: { tags: ['Late'] } },
    { topic: 'returns', score: 0.9 },
    { topic: 'delivery', score: 0.7, 'a.b': 1 },
  ]
  const found = async (operation: QueryOperation) => {
    const { project_id, digest } = await tableOf(rows)
    const query = { $expr: operation }
    return indexesOf((await service.call(queryTable, { project_id, digest, query })).rows)
  }
  const score = { $convert: { input: { $getField: 'score' }, to: 'double' as const } }

  test('compares columns, and paths into them', async () => {
    expect(await found(equal('topic', 'delivery'))).toEqual([0, 2])
    expect(await found({ $gt: [score, { $literal: 0.5 }] })).toEqual([1, 2])
    expect(await found(equal('more.tags.0', 'Late'))).toEqual([0])
    expect(await found(equal('a\\.b', '1'))).toEqual([2])
  })

  test('may use the whole row as *', async () => {
    const late = { input: { $getField: '*' }, substr: { $literal: 'late' }, case_insensitive: true }

    expect(await found({ $contains: late })).toEqual([0])
  })

  test('can be combined with a sort, a page and row digests', async () => {
    const { project_id, digest, row_digests } = await tableOf(rows)
    const query = { $expr: equal('topic', 'delivery') }
    const sort_by = [{ field: 'score', direction: 'desc' as const }]
    const asked = (more: object) => service.call(queryTable, { project_id, digest, query, ...more })

    expect(indexesOf((await asked({ sort_by })).rows)).toEqual([2, 0])
    expect(indexesOf((await asked({ sort_by, limit: 1, offset: 1 })).rows)).toEqual([0])
    expect(indexesOf((await asked({ filter: { row_digests: row_digests.slice(1) } })).rows)).toEqual([2])
  })

  test('that is invalid is refused', async () => {
    const { project_id, digest } = await tableOf(rows)
    const query = { $expr: { $near: [] } }

    expect((await service.post('/table/query', { project_id, digest, query })).status).toBe(422)
  })
})
