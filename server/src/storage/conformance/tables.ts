import { expect, test } from 'vitest'
import type { Storage } from '../port.ts'
import { equals, jsonField, newProjectId, tableRow } from './rows.ts'

export function tableGuarantees(storage: () => Storage): void {
  const put = (project: string, digest: string, list: readonly string[], stored: readonly string[] = list) =>
    storage().tables.put(
      project,
      digest,
      list,
      [...new Set(stored)].map((row) => tableRow(row, { row })),
    )
  const find = (project_id: string, digest: string, search: { limit?: number; offset?: number } = {}) =>
    storage().tables.find({ project_id, digest, sort: [], ...search })
  const placesOf = (rows: readonly { readonly original_index: number }[]) =>
    rows.map(({ original_index }) => original_index)

  test('a table lists its rows in order, duplicates included', async () => {
    const project = newProjectId()

    await put(project, 'table', ['b', 'a', 'b'])

    expect(await storage().tables.rowDigests(project, 'table')).toEqual(['b', 'a', 'b'])
    expect(await find(project, 'table')).toEqual([
      { ...tableRow('b', { row: 'b' }), original_index: 0 },
      { ...tableRow('a', { row: 'a' }), original_index: 1 },
      { ...tableRow('b', { row: 'b' }), original_index: 2 },
    ])
  })

  test('a table put again is the same table', async () => {
    const project = newProjectId()

    for (let time = 0; time < 2; time++) await put(project, 'table', ['a', 'b'])

    expect(placesOf(await find(project, 'table'))).toEqual([0, 1])
    expect(await storage().tables.measure(project, ['table'])).toMatchObject([{ count: 2 }])
  })

  test('rows are read in pages of limited bytes, by the indexes that a search finds', async () => {
    const project_id = newProjectId()
    const row = (digest: string, bytes: number) => tableRow(digest, 'x'.repeat(bytes - 2))
    await storage().tables.put(
      project_id,
      'table',
      ['small', 'large', 'small', 'unknown'],
      [row('small', 10), row('large', 100)],
    )
    const read = (places: readonly number[], bytesMax: number) =>
      storage().tables.readPage(project_id, 'table', places, bytesMax)

    expect(await storage().tables.findPlaces({ project_id, digest: 'table', sort: [] })).toEqual([0, 1, 2])
    expect(
      await storage().tables.findPlaces({ project_id, digest: 'table', row_digests: ['small'], sort: [] }),
    ).toEqual([0, 2])
    expect(await read([2, 0, 1], 50)).toMatchObject({
      rows: [
        { digest: 'small', original_index: 2 },
        { digest: 'small', original_index: 0 },
      ],
      taken: 2,
      next_bytes: 100,
    })
    expect(await read([3, 1], 99)).toEqual({ rows: [], taken: 1, next_bytes: 100 })
    expect(await read([3, 1], 100)).toMatchObject({ rows: [{ digest: 'large' }], taken: 2, next_bytes: 0 })
    expect(await read([9, 2, 0, 2], 100)).toMatchObject({
      rows: [{ original_index: 2 }, { original_index: 0 }, { original_index: 2 }],
      taken: 4,
    })
    expect(await storage().tables.readPage(project_id, 'other', [0], 9)).toMatchObject({ rows: [], taken: 1 })
  })

  test('an empty table is known, an unknown one is not', async () => {
    const project = newProjectId()
    await put(project, 'empty', [])

    expect(await storage().tables.rowDigests(project, 'empty')).toEqual([])
    expect(await find(project, 'empty')).toEqual([])
    expect(await storage().tables.rowDigests(project, 'unknown')).toBeUndefined()
    expect(await find(project, 'unknown')).toEqual([])
    expect(await storage().tables.measure(project, ['unknown', 'empty'])).toEqual([
      { digest: 'empty', count: 0, size_bytes: 0 },
    ])
  })

  test('only matching rows are found, with their original indexes', async () => {
    const project = newProjectId()
    await put(project, 'table', ['b', 'a', 'b'])
    const condition = equals(jsonField('val', 'row'), 'b')

    const rows = await storage().tables.find({ project_id: project, digest: 'table', condition, sort: [] })

    expect(placesOf(rows)).toEqual([0, 2])
  })

  test('a page has the order of the table', async () => {
    const project = newProjectId()
    await put(project, 'table', ['a', 'b', 'c', 'd', 'e'])

    expect(placesOf(await find(project, 'table', { limit: 2, offset: 2 }))).toEqual([2, 3])
    expect(placesOf(await find(project, 'table', { offset: 4 }))).toEqual([4])
    expect(placesOf(await find(project, 'table', { limit: 9, offset: 4 }))).toEqual([4])
    expect(await find(project, 'table', { limit: 0 })).toEqual([])
    expect(await find(project, 'table', { offset: 5 })).toEqual([])
  })

  test('a listed row that was never stored is skipped, and pages do not count it', async () => {
    const project = newProjectId()
    await put(project, 'table', ['a', 'lost', 'c', 'd'], ['a', 'c', 'd'])

    expect(placesOf(await find(project, 'table'))).toEqual([0, 2, 3])
    expect(placesOf(await find(project, 'table', { limit: 1, offset: 1 }))).toEqual([2])
    expect(await storage().tables.rowDigests(project, 'table')).toEqual(['a', 'lost', 'c', 'd'])
    expect(await storage().tables.rows(project, ['lost'])).toEqual([])
  })

  test('a row stored after the table that lists it appears in it', async () => {
    const project = newProjectId()
    await put(project, 'first', ['a', 'late'], ['a'])

    await put(project, 'second', ['late'])

    expect(placesOf(await find(project, 'first'))).toEqual([0, 1])
    expect(placesOf(await find(project, 'first', { offset: 1 }))).toEqual([1])
  })

  test('only the requested rows are found, duplicates included', async () => {
    const project_id = newProjectId()
    await put(project_id, 'table', ['a', 'b', 'a', 'c'])
    await put(project_id, 'other', ['z'])
    const found = (row_digests: string[], page = {}) =>
      storage().tables.find({ project_id, digest: 'table', row_digests, sort: [], ...page })

    expect(placesOf(await found(['c', 'a', 'unknown', 'z']))).toEqual([0, 2, 3])
    expect(placesOf(await found(['c', 'a'], { limit: 1, offset: 1 }))).toEqual([2])
    expect(await found(['unknown'])).toEqual([])
    expect(await found([])).toEqual([])
  })

  test('rows sort by a path: numbers, then texts, then unset values', async () => {
    const project_id = newProjectId()
    const values = [{ p: null }, {}, { p: 100 }, { p: 2 }, { p: 'b' }, { p: 'a' }, { p: 2 }]
    const rows = values.map((val, index) => tableRow(`row-${index}`, val))
    await storage().tables.put(
      project_id,
      'table',
      rows.map(({ digest }) => digest),
      rows,
    )
    const sorted = async (direction: 'asc' | 'desc', page = {}) => {
      const sort = [{ path: ['p'], direction }]
      return placesOf(await storage().tables.find({ project_id, digest: 'table', sort, ...page }))
    }

    expect(await sorted('asc')).toEqual([3, 6, 2, 5, 4, 0, 1])
    expect(await sorted('desc')).toEqual([2, 3, 6, 4, 5, 0, 1])
    expect(await sorted('asc', { limit: 2, offset: 1 })).toEqual([6, 2])
  })

  test('rows sort by several paths, including nested ones', async () => {
    const project_id = newProjectId()
    const values = [
      { a: { b: 1 }, c: 'x' },
      { a: { b: 2 }, c: 'x' },
      { a: { b: 1 }, c: 'y' },
    ]
    const rows = values.map((val, index) => tableRow(`row-${index}`, val))
    await storage().tables.put(project_id, 'table', ['row-0', 'row-1', 'row-2'], rows)
    const sort = [
      { path: ['a', 'b'], direction: 'desc' },
      { path: ['c'], direction: 'desc' },
    ] as const

    const found = await storage().tables.find({ project_id, digest: 'table', sort })

    expect(placesOf(found)).toEqual([1, 2, 0])
  })

  test('rows are found by digest, each once', async () => {
    const project = newProjectId()
    await put(project, 'table', ['a', 'b'])

    const rows = await storage().tables.rows(project, ['b', 'unknown', 'b', 'a'])

    expect(rows.map(({ digest }) => digest).sort()).toEqual(['a', 'b'])
    expect(rows.find(({ digest }) => digest === 'a')).toEqual(tableRow('a', { row: 'a' }))
  })

  test('the size of a table is that of the rows it lists', async () => {
    const project = newProjectId()
    await put(project, 'table', ['a', 'b', 'a', 'lost'], ['a', 'b'])

    const measures = await storage().tables.measure(project, ['table', 'unknown'])

    expect(measures).toEqual([{ digest: 'table', count: 4, size_bytes: 3 * '{"row":"a"}'.length }])
  })

  test('a table of a hundred thousand rows is stored and paged', async () => {
    const project = newProjectId()
    const digests = Array.from({ length: 100_000 }, (_, index) => `row-${index}`)

    await put(project, 'table', digests)

    expect(placesOf(await find(project, 'table', { limit: 2, offset: 99_998 }))).toEqual([99_998, 99_999])
    expect(await storage().tables.measure(project, ['table'])).toMatchObject([{ count: 100_000 }])
  })

  test('projects share neither tables nor rows', async () => {
    const [mine, other] = [newProjectId(), newProjectId()]
    await put(mine, 'table', ['a'])
    await put(other, 'another', ['a'], [])

    expect(await storage().tables.rowDigests(other, 'table')).toBeUndefined()
    expect(await find(other, 'another')).toEqual([])
    expect(await storage().tables.rows(other, ['a'])).toEqual([])
    expect(await find(newProjectId(), 'table')).toEqual([])
  })
}
