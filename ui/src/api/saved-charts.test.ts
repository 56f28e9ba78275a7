import { expect, test } from 'vitest'
import { readCharts } from './saved-charts.ts'

test('what is no chart is skipped, and missing texts are empty', () => {
  const stored = [
    { id: 'a', measure: 'calls', filter: 'status:error', extra: 1 },
    { id: 'b', measure: 'constructor' },
    { measure: 'calls' },
    null,
    'c',
  ]

  expect(readCharts(stored)).toEqual([
    { id: 'a', title: '', measure: 'calls', feedback: '', scope: 'roots', split: '', filter: 'status:error' },
  ])
  expect(readCharts({ length: 1 })).toEqual([])
})
