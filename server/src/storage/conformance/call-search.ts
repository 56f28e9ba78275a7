import { expect, test } from 'vitest'
import type { SortKey } from '../../query/expression.ts'
import type { CallPart, CallSearch } from '../port/calls.ts'
import type { Storage } from '../port.ts'
import { by, column, end, equals, json, jsonField, newProjectId, start } from './rows.ts'

const STARTED = column('started_at', 'instant')

export function callSearchGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls
  const find = (project_id: string, search: Partial<CallSearch> = {}) =>
    calls().find({ project_id, filter: {}, sort: [], ...search })

  async function newProject(...parts: ((project_id: string) => CallPart)[]): Promise<string> {
    const project_id = newProjectId()
    await calls().write(parts.map((part) => part(project_id)))
    return project_id
  }
  const call =
    (id: string, fields?: Parameters<typeof start>[1]) =>
    (project_id: string): CallPart =>
      start({ project_id, id }, fields)

  test('without a sort, calls are ordered by start and then by id', async () => {
    const project = await newProject(
      call('b', { started_at: 2 }),
      call('c', { started_at: 1 }),
      call('a', { started_at: 2 }),
    )

    expect(await find(project)).toEqual(['c', 'a', 'b'])
  })

  test('calls sort by start and by other columns in both directions', async () => {
    const project = await newProject(
      call('a', { started_at: 1, op_name: 'z' }),
      call('b', { started_at: 3, op_name: 'x' }),
      call('c', { started_at: 2, op_name: 'y' }),
    )

    expect(await find(project, { sort: [by(STARTED)] })).toEqual(['a', 'c', 'b'])
    expect(await find(project, { sort: [by(STARTED, 'desc')] })).toEqual(['b', 'c', 'a'])
    expect(await find(project, { sort: [by(column('op_name'))] })).toEqual(['b', 'c', 'a'])
    expect(await find(project, { sort: [by(column('id'), 'desc')] })).toEqual(['c', 'b', 'a'])
  })

  test('unset values sort last in both directions', async () => {
    const project = await newProject(
      call('a', { wb_run_id: null }),
      call('b', { wb_run_id: 'x' }),
      call('c', { wb_run_id: 'y' }),
    )

    expect(await find(project, { sort: [by(column('wb_run_id'))] })).toEqual(['b', 'c', 'a'])
    expect(await find(project, { sort: [by(column('wb_run_id'), 'desc')] })).toEqual(['c', 'b', 'a'])
  })

  test('a path in the inputs sorts numbers first, then texts, then unset values', async () => {
    const values = [{ p: null }, {}, { p: 100 }, { p: 2 }, { p: 'b' }, { p: 'a' }]
    const project = await newProject(
      ...values.map((inputs, index) => call(`${index}`, { inputs: json(inputs) })),
    )
    const field = jsonField('inputs', 'p')

    expect((await find(project, { sort: [by(field)] })).slice(0, 4)).toEqual(['3', '2', '5', '4'])
    expect((await find(project, { sort: [by(field, 'desc')] })).slice(0, 4)).toEqual(['2', '3', '4', '5'])
  })

  test('an empty list of values matches nothing', async () => {
    const project = await newProject(call('a'))
    const id = { kind: 'field', field: column('id') } as const
    const condition = { kind: 'in', operands: [id] } as const

    expect(await find(project, { condition })).toEqual([])
    expect(await calls().count({ project_id: project, filter: {}, sort: [], condition })).toBe(0)
  })

  test('a condition and a filter must both hold', async () => {
    const project = await newProject(
      call('a', { trace_id: 't1', display_name: 'x' }),
      call('b', { trace_id: 't1', display_name: 'y' }),
      call('c', { trace_id: 't2', display_name: 'x' }),
    )
    const search = { filter: { trace_ids: ['t1'] }, condition: equals(column('display_name'), 'x') }

    expect(await find(project, search)).toEqual(['a'])
    expect(await calls().count({ project_id: project, sort: [], ...search })).toBe(1)
  })

  test('a condition may read both inputs and output of a call', async () => {
    const project_id = newProjectId()
    await calls().write([
      start({ project_id, id: 'a' }, { inputs: json({ n: 1 }) }),
      end({ project_id, id: 'a' }, { output: json({ ok: 'yes' }) }),
      start({ project_id, id: 'b' }, { inputs: json({ n: 1 }) }),
    ])
    const reads = (name: string, ...path: string[]) =>
      ({ kind: 'field', field: jsonField(name, ...path) }) as const
    const is = (left: ReturnType<typeof reads>, value: string) =>
      ({ kind: 'eq', operands: [left, { kind: 'literal', value }] }) as const
    const operands = [is(reads('inputs', 'n'), '1'), is(reads('output', 'ok'), 'yes')]

    expect(await find(project_id, { condition: { kind: 'and', operands } })).toEqual(['a'])
  })

  const ORDERS: readonly { readonly name: string; readonly sort: readonly SortKey[] }[] = [
    { name: 'no order', sort: [] },
    { name: 'start, descending', sort: [by(STARTED, 'desc')] },
    { name: 'a column', sort: [by(column('op_name'))] },
    { name: 'a place in JSON', sort: [by(jsonField('inputs', 'p'), 'desc')] },
    { name: 'two keys', sort: [by(column('op_name'), 'desc'), by(STARTED)] },
  ]
  test.each(ORDERS)(
    'pages are disjoint and complete however many calls are equal: $name',
    async ({ sort }) => {
      const ids = Array.from({ length: 23 }, (_, index) => `id-${(index * 7) % 23}`)
      const project = await newProject(
        ...ids.map((id, index) => call(id, { started_at: index % 3, op_name: `op${index % 2}` })),
      )

      const whole = await find(project, { sort })
      const pages = await Promise.all(
        [0, 5, 10, 15, 20].map((offset) => find(project, { sort, limit: 5, offset })),
      )

      expect(pages.flat()).toEqual(whole)
      expect([...whole].sort()).toEqual([...ids].sort())
    },
  )

  test('a limit of zero and an offset past the end return nothing', async () => {
    const project = await newProject(call('a'), call('b'))

    expect(await find(project, { limit: 0 })).toEqual([])
    expect(await find(project, { offset: 2 })).toEqual([])
    expect(await find(project, { offset: 1 })).toEqual(['b'])
  })

  test.each(['asc', 'desc'] as const)(
    'after a place come those behind it in the order, %s',
    async (direction) => {
      const project = await newProject(
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => call(id, { started_at: Math.floor(index / 3) })),
      )
      const sort = [by(STARTED, direction)]
      const all = await find(project, { sort })

      for (const [index, id] of all.entries()) {
        const after = { started_at: id < 'd' ? 0 : 1, id }
        expect(await find(project, { sort, after })).toEqual(all.slice(index + 1))
      }
      expect(await find(project, { after: { started_at: 0, id: 'b' }, limit: 1 })).toEqual(['c'])
    },
  )

  test('a count stops at its limit, and ignores page and sort', async () => {
    const project_id = await newProject(call('a'), call('b'), call('c'))
    const after = { started_at: Number.MAX_SAFE_INTEGER, id: 'z' }
    const search = { project_id, filter: {}, sort: [by(STARTED)], limit: 1, offset: 2, after }

    expect(await calls().count(search)).toBe(3)
    expect(await calls().count(search, 2)).toBe(2)
    expect(await calls().count(search, 9)).toBe(3)
  })

  test('projects with the same ids do not see each other', async () => {
    const mine = await newProject(call('a', { trace_id: 't' }), call('b', { trace_id: 't' }))
    const other = await newProject(call('a', { trace_id: 't' }))

    expect(await find(mine, { filter: { trace_ids: ['t'] } })).toEqual(['a', 'b'])
    expect(await find(other, { filter: { trace_ids: ['t'] } })).toEqual(['a'])
    expect(await find(other, { filter: { call_ids: ['b'] } })).toEqual([])
  })
}
