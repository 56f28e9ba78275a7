import { expect, test } from 'vitest'
import { withFilter } from './useTraceView.ts'

test('a view without a filter has the default one in the URL', () => {
  expect(withFilter('range=7d')).toBe('range=7d&filter=root%3Atrue')
  expect(withFilter('filter=&range=7d')).toBe('filter=&range=7d')
})
