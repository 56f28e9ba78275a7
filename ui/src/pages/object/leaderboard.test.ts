import { expect, test } from 'vitest'
import { boardColumns, boardRows } from './leaderboard.ts'

const ref = (name: string, digest = 'd1') => `weave:///team/app/object/${name}:${digest}`
const run = (evaluation_run_id: string, model: string) => ({
  evaluation_run_id,
  model: ref(model),
  evaluation: ref('quiz'),
})
const column = (path: string, fields = {}) => ({
  evaluation_object_ref: ref('quiz'),
  scorer_name: 'exact',
  summary_metric_path: path,
  should_minimize: false,
  ...fields,
})

test('models are ranked by the first column, with the latest run that has the metric', () => {
  const columns = boardColumns({
    columns: [column('rate'), column('errors', { should_minimize: true }), 'broken'],
  })
  const outputs = new Map<string, unknown>([
    ['new', { exact: { rate: 0.7 } }],
    ['old', { exact: { rate: 0.9, errors: 3 } }],
    ['other', { exact: { rate: 0.8 } }],
  ])

  const rows = boardRows(
    columns,
    [run('new', 'a'), run('old', 'a'), run('other', 'b'), run('none', 'c')],
    outputs,
  )

  expect(rows.map(({ model, cells }) => [model, cells.map((cell) => cell?.runId)])).toEqual([
    [ref('b'), ['other', undefined]],
    [ref('a'), ['new', 'old']],
  ])
})

test('a lower value ranks first where less is better, and other evaluations do not count', () => {
  const columns = boardColumns({ columns: [column('cost', { should_minimize: true })] })
  const outputs = new Map([
    ['x', { exact: { cost: 2 } }],
    ['y', { exact: { cost: 1 } }],
    ['z', { exact: { cost: 0 } }],
  ])
  const elsewhere = { ...run('z', 'c'), evaluation: ref('quiz', 'd2') }

  const rows = boardRows(columns, [run('x', 'a'), run('y', 'b'), elsewhere], outputs)

  expect(rows.map(({ model }) => model)).toEqual([ref('b'), ref('a')])
})

test('a value without columns is an empty board', () => {
  expect(boardColumns({ __proto__: null })).toEqual([])
  expect(boardColumns(7)).toEqual([])
})
