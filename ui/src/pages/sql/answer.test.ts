import { expect, test } from 'vitest'
import { drawable, lineOf, placeOf } from './answer.ts'

test('an error is found at the word it names', () => {
  const sql = 'select formula\nform calls'

  const place = placeOf('SQL: near "form": syntax error', sql)

  expect(place).toEqual({ start: 15, end: 19 })
  expect(lineOf(sql, place?.start ?? 0)).toBe(2)
  expect(placeOf('SQL: no such column: c.colour', 'select c.colour from calls c')).toEqual({
    start: 7,
    end: 15,
  })
  expect(placeOf('SQL: incomplete input', sql)).toBeUndefined()
})

test('numbers by time are series in the order of time', () => {
  const rows = [
    ['2026-01-01 01', 5, 'x'],
    ['2026-01-01T00:00:00.000Z', null, 'y'],
  ]

  expect(drawable({ columns: ['hour', 'calls', 'note'], rows })).toEqual({
    kind: 'times',
    times: [1767225600, 1767229200],
    series: [{ label: 'calls', colour: '--series-1', values: [null, 5] }],
  })
})

test('a date is the day that the chart shows', () => {
  const rows = [
    ['2026-01-01', 5],
    ['2026-01-02', 6],
  ]

  const drawn = drawable({ columns: ['day', 'calls'], rows })

  const midnights = [new Date(2026, 0, 1), new Date(2026, 0, 2)].map((day) => day.getTime() / 1000)
  expect(drawn).toMatchObject({ kind: 'times', times: midnights })
})

test('numbers by text are bars', () => {
  const rows = [
    ['gpt', 3],
    [null, 1],
  ]

  expect(drawable({ columns: ['model', 'n'], rows })).toMatchObject({
    kind: 'bars',
    title: 'n',
    bars: [
      { label: 'gpt', value: 3 },
      { label: 'none', value: 1 },
    ],
  })
})

test.for([
  { columns: ['a'], rows: [[1], [2]] },
  {
    columns: ['a', 'b'],
    rows: [
      ['x', 'y'],
      ['z', 'w'],
    ],
  },
  { columns: ['a', 'b'], rows: [['x', 1]] },
  { columns: [], rows: [] },
])('nothing is drawn of %j', (answer) => {
  expect(drawable(answer)).toBeUndefined()
})
