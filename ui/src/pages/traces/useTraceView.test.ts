import { expect, test } from 'vitest'
import { isPlain, openedView } from './useTraceView.ts'

test('a view without a filter has the default one in the URL', () => {
  expect(openedView('sort=op_name', undefined)).toBe('sort=op_name&filter=root%3Atrue')
  expect(openedView('filter=&range=7d', undefined)).toBe('filter=&range=7d')
})

test('a view opens in the time range that is chosen', () => {
  expect(openedView('filter=&range=7d', '24h')).toBe('filter=&range=24h')
  expect(openedView('filter=', '24h')).toBe('filter=&range=24h')
})

test('a time range alone is no state of a view', () => {
  expect(['', '?range=24h'].map(isPlain)).toEqual([true, true])
  expect(['?filter=', '?range=24h&sort=op_name'].map(isPlain)).toEqual([false, false])
})
