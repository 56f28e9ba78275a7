import { expect, test } from 'vitest'
import { newCallColumns } from './columns.ts'

test('an empty list of columns means all of them', () => {
  const all = newCallColumns()

  expect(newCallColumns({ columns: [] })).toEqual(all)
  expect(all.hidden).toEqual([])
  expect(all.wide).toEqual(['attributes', 'inputs', 'output', 'summary', 'exception'])
})

test('a dotted or dumped name selects its whole column, in addition to those that are always read', () => {
  const { hidden, wide } = newCallColumns({ columns: ['output.a.b', 'inputs_dump', 'parent_id'] })

  expect(wide).toEqual(['inputs', 'output'])
  expect(hidden).toContain('thread_id')
  expect(hidden).not.toContain('parent_id')
  expect(hidden).not.toContain('trace_id')
})

test('the summary and costs also read the columns that they are computed from', () => {
  for (const request of [{ columns: ['summary'] }, { columns: ['id'], include_costs: true }]) {
    const { hidden, wide } = newCallColumns(request)

    expect(hidden).not.toContain('ended_at')
    expect(hidden).not.toContain('display_name')
    expect(wide).toContain('exception')
  }
})

test('the name of the user may be selected like any field, and brings no column', () => {
  expect(newCallColumns({ columns: ['id', 'wb_username'] })).toEqual(newCallColumns({ columns: ['id'] }))
  expect(newCallColumns({ columns: ['wb_username'] })).toEqual(newCallColumns({ columns: ['id'] }))
})

test('an unknown column is refused', () => {
  expect(() => newCallColumns({ columns: ['id', 'colour'] })).toThrow(
    expect.objectContaining({ code: 'invalid_field' }),
  )
})
