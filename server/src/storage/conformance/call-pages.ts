import { expect, test } from 'vitest'
import { WIDE_COLUMNS, type WideColumn } from '../../domain/calls/call.ts'
import { newCallColumns } from '../../domain/calls/columns.ts'
import type { CallFilter } from '../../domain/calls/filter.ts'
import type { CallPosition, CallSearch } from '../port/calls.ts'
import type { Storage } from '../port.ts'
import { by, column, end, equals, json, jsonField, newProjectId, remove, start } from './rows.ts'

const BY_START = column('started_at', 'instant')

export function callPageGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls

  /** One call for each size, named a, b, c and so on. */
  async function sizedCalls(...sizes: number[]): Promise<{ project_id: string; ids: string[] }> {
    const project_id = newProjectId()
    const ids = sizes.map((_, at) => String.fromCharCode(97 + at))
    await calls().write(
      sizes.map((size, at) =>
        start({ project_id, id: ids[at] ?? '' }, { inputs: json('x'.repeat(size - 2)) }),
      ),
    )
    return { project_id, ids }
  }
  const namesOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

  test('a page has the calls that fit, in order, and the size of the next one', async () => {
    const { project_id, ids } = await sizedCalls(40, 50, 30, 20)
    const page = (from: number, bytesMax: number) =>
      calls().readPage(project_id, ids.slice(from), ['inputs'], { bytesMax })

    const first = await page(0, 100)
    const second = await page(2, 100)

    expect(first).toMatchObject({ taken: 2, next_bytes: 30 })
    expect(namesOf(first.rows)).toEqual(['a', 'b'])
    expect(first.rows[0]?.inputs?.text).toHaveLength(40)
    expect(second).toMatchObject({ taken: 2, next_bytes: 0 })
    expect(namesOf(second.rows)).toEqual(['c', 'd'])
  })

  test('a call larger than the budget is not read until the budget admits it', async () => {
    const { project_id } = await sizedCalls(500, 10)
    const ids = ['unknown', 'a', 'b']

    const refused = await calls().readPage(project_id, ids, ['inputs'], { bytesMax: 499 })
    const admitted = await calls().readPage(project_id, ids, ['inputs'], { bytesMax: 500 })

    expect(refused).toEqual({ rows: [], taken: 1, next_bytes: 500 })
    expect(admitted).toMatchObject({ rows: [{ id: 'a' }], taken: 2, next_bytes: 10 })
  })

  test('only requested columns count, truncated payloads by their truncated size, and exceptions too', async () => {
    const { project_id, ids } = await sizedCalls(5_000)
    await calls().write([end({ project_id, id: 'a' }, { exception: 'e'.repeat(300) })])
    const page = (columns: readonly WideColumn[], limits: { bytesMax: number; payloadMax?: number }) =>
      calls().readPage(project_id, ids, columns, limits)

    expect(await page([], { bytesMax: 0 })).toMatchObject({ taken: 1 })
    expect(await page(['summary'], { bytesMax: 100 })).toMatchObject({ taken: 1 })
    expect(await page(['inputs'], { bytesMax: 100, payloadMax: 20 })).toMatchObject({ taken: 1 })
    expect(await page(['exception'], { bytesMax: 299 })).toMatchObject({ taken: 0, next_bytes: 300 })
  })

  test('an unknown project has nothing to read', async () => {
    const page = await calls().readPage(newProjectId(), ['a'], ['inputs'], { bytesMax: 1 })

    expect(page).toEqual({ rows: [], taken: 1, next_bytes: 0 })
  })

  test('the JSON of the first matching calls is returned with their ids', async () => {
    const { project_id, ids } = await sizedCalls(40, 50, 30, 20)
    const view = { columns: newCallColumns({ columns: ['inputs'] }), includeStorageSize: false }
    const search = { project_id, filter: {}, sort: [] }
    const find = (rowsMax: number, bytesMax: number) =>
      calls().findJson(search, 10, view, { rowsMax, bytesMax })

    const byBytes = await find(10, 100)
    const byRows = await find(3, 1_000)

    const read = await calls().readJson(project_id, ids, view, { bytesMax: 100 })
    expect(byBytes).toEqual({ ids, page: read })
    expect(byRows).toMatchObject({ ids, page: { taken: 3, next_bytes: 0 } })
    expect(namesOf(byRows.page.rows)).toEqual(['a', 'b', 'c'])
  })

  test('what is written after the first calls were found is reported after their cursor', async () => {
    const { project_id, ids } = await sizedCalls(40, 50)
    const view = { columns: newCallColumns({}), includeStorageSize: false }
    const search = { project_id, filter: {}, sort: [] }
    const limits = { rowsMax: 10, bytesMax: 100_000, withCursor: true }

    const { cursor, ...found } = await calls().findJson(search, 10, view, limits)
    await calls().write([start({ project_id, id: 'later' })])

    expect(found.ids).toEqual(ids)
    const { changes, missed } = await calls().changes(project_id, cursor, 100)
    expect({ ids: changes.map(({ id }) => id), missed }).toEqual({ ids: ['later'], missed: false })
  })

  test('the JSON of the first calls is of those that were neither deleted nor started again elsewhere', async () => {
    const project_id = newProjectId()
    const at = (id: string, started_at: number, trace_id = 't') =>
      start({ project_id, id }, { started_at, trace_id })
    await calls().write([at('a', 1), at('b', 2), at('c', 3), at('d', 4), at('e', 5), at('f', 6)])
    await calls().write([at('f', 0), at('e', 5, 'other'), remove({ project_id, id: 'c' })])
    const view = { columns: newCallColumns({}), includeStorageSize: false }
    const search = { project_id, filter: { trace_ids: ['t'] }, sort: [by(BY_START, 'desc')] }
    const find = async (limit: number) => {
      const found = await calls().findJson({ ...search, limit }, 10, view, { rowsMax: 10, bytesMax: 100_000 })
      return [found.ids, namesOf(found.page.rows)]
    }

    expect(await find(1)).toEqual([['d'], ['d']])
    expect(await find(10)).toEqual([
      ['d', 'b', 'a', 'f'],
      ['d', 'b', 'a', 'f'],
    ])
  })

  test('a whole call is as large as its documents and its exception', async () => {
    const call = { project_id: newProjectId(), id: 'a' }
    const started = start(call, { attributes: json({ k: 'é' }), inputs: json('xx') })
    await calls().write([started, end(call, { output: json('yyy'), summary: json({}), exception: 'zzzz' })])

    const page = await calls().readPage(call.project_id, ['a'], WIDE_COLUMNS, { bytesMax: 1 })

    expect(page).toMatchObject({ taken: 0, next_bytes: 10 + 4 + 5 + 2 + 4 })
  })

  /** All ids of a search, taken in pages of about two. */
  async function idsInPages(search: CallSearch): Promise<string[]> {
    const ids: string[] = []
    for (let next: CallPosition | undefined, more = true; more; more = next !== undefined) {
      const { offset: _, ...later } = search
      const limit = search.limit === undefined ? {} : { limit: search.limit - ids.length }
      const found = await calls().findPage(next ? { ...later, ...limit, after: next } : search, 2)
      ids.push(...found.ids)
      next = found.next
    }
    return ids
  }

  test('pages of ids together are the result of a search, whatever its order, filter and limits', async () => {
    const project_id = newProjectId()
    await calls().write(
      Array.from({ length: 9 }, (_, at) =>
        start(
          { project_id, id: `c${(at * 7) % 9}` },
          {
            started_at: 1_000 + Math.floor(at / 2),
            trace_id: `t${at % 2}`,
            op_name: `op${at % 3}`,
            inputs: json({ n: String(at % 2) }),
          },
        ),
      ),
    )
    await calls().write([remove({ project_id, id: 'c3' })])
    const plain: CallSearch = { project_id, filter: {}, sort: [] }
    const filters: CallFilter[] = [
      {},
      { trace_ids: ['t0'] },
      { trace_ids: ['t0', 't1'] },
      { op_names: [{ equals: 'op1' }] },
      { op_names: [{ startsWith: 'op' }] },
      { call_ids: ['c1', 'c8', 'c2', 'c5'] },
      { trace_roots_only: true },
    ]
    const searches: CallSearch[] = [
      ...filters.map((filter) => ({ ...plain, filter })),
      { ...plain, sort: [by(BY_START, 'desc')] },
      { ...plain, sort: [by(BY_START)], offset: 1, limit: 5 },
      { ...plain, sort: [by(jsonField('inputs', 'n'), 'desc')] },
      { ...plain, sort: [by(column('id'), 'desc')], limit: 4 },
      { ...plain, condition: equals(jsonField('inputs', 'n'), '1') },
      { ...plain, limit: 3, offset: 7 },
      { ...plain, limit: 0 },
    ]

    for (const search of searches) {
      expect(await idsInPages(search)).toEqual(await calls().find(search))
    }
  })

  test('unchanged calls are found once, whatever happens to others between two pages', async () => {
    const project_id = newProjectId()
    const at = (id: string, started_at: number) => start({ project_id, id }, { started_at })
    await calls().write(['a', 'b', 'c', 'd', 'e'].map((id, index) => at(id, 10 + index)))
    const search: CallSearch = { project_id, filter: {}, sort: [] }

    const first = await calls().findPage({ ...search, limit: 100 }, 2)
    await calls().write([at('early', 1), at('late', 99), remove({ project_id, id: 'b' })])
    const rest: string[] = []
    for (let { next } = first; next; ) {
      const page = await calls().findPage({ ...search, after: next }, 2)
      rest.push(...page.ids)
      next = page.next
    }

    const untouched = ['a', 'c', 'd', 'e']
    expect([...first.ids, ...rest].filter((id) => untouched.includes(id))).toEqual(untouched)
  })
}
