import { expect, test } from 'vitest'
import { newCallColumns } from './columns.ts'

test('no columns are all columns', () => {
  const all = newCallColumns()

  expect(newCallColumns({ columns: [] })).toEqual(all)
  expect(all.shown.size).toBe(23)
  expect(all.wide).toEqual(['attributes', 'inputs', 'output', 'summary', 'exception'])
})

test('a dotted or dumped name selects its whole column, beside those that always come', () => {
  const { shown, wide } = newCallColumns({ columns: ['output.a.b', 'inputs_dump'] })

  expect(wide).toEqual(['inputs', 'output'])
  expect([...shown].sort()).toEqual([
    'id',
    'inputs',
    'op_name',
    'output',
    'project_id',
    'started_at',
    'trace_id',
  ])
})

test('the summary and costs bring what they are worked out from', () => {
  for (const request of [{ columns: ['summary'] }, { columns: ['id'], include_costs: true }]) {
    const { shown } = newCallColumns(request)

    expect(shown).toContain('ended_at')
    expect(shown).toContain('exception')
    expect(shown).toContain('display_name')
  }
})

test('an unknown column is refused', () => {
  expect(() => newCallColumns({ columns: ['id', 'colour'] })).toThrow(
    expect.objectContaining({ code: 'invalid_field' }),
  )
})
