import { expect, test } from 'vitest'
import { bucketLabel, tickLabels } from './time-labels.ts'

const at = (text: string): number => new Date(text).getTime() / 1000

test('ticks within a day show the time, and midnight shows the day', () => {
  const ticks = [at('2025-03-01T18:00'), at('2025-03-02T00:00'), at('2025-03-02T06:00')]

  expect(tickLabels(ticks)).toEqual(['18:00', 'Mar 2', '06:00'])
})

test('ticks days apart show days', () => {
  expect(tickLabels([at('2025-03-01T00:00'), at('2025-03-03T00:00')])).toEqual(['Mar 1', 'Mar 3'])
})

test('a bucket of a day needs no time', () => {
  expect(bucketLabel(at('2025-03-01T00:00'), 86_400)).toBe('Mar 1')
  expect(bucketLabel(at('2025-03-01T09:05'), 300)).toBe('Mar 1 09:05')
})
