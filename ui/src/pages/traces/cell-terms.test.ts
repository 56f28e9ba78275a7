import { isReadable } from '@heddle/contract/filter/compile'
import { expect, test } from 'vitest'
import { call } from '../../testing/call.ts'
import { cellTerms } from './cell-terms.ts'

const record = call({
  display_name: 'write "it"',
  inputs: { city: 'New York', n: 4, deep: { a: 1 } },
  thread_id: 't-1',
  summary: { weave: { status: 'error', end_user: 'ada' }, usage: { 'gpt-4o': { total_tokens: 3 } } },
})

test.each([
  ['status', 'status:error'],
  ['name', 'name:="write \\"it\\""'],
  ['end_user', 'enduser:ada'],
  ['model', 'model:gpt-4o'],
  ['thread_id', 'thread:t-1'],
  ['inputs.city', 'inputs.city:="New York"'],
  ['inputs.n', 'inputs.n:=4'],
])('the cell %s is matched by %s', (column, term) => {
  expect(cellTerms(record, column).term).toBe(term)
  expect(isReadable(term)).toBe(true)
})

test.each(['inputs', 'output', 'tokens', 'cost', 'started_at', 'inputs.deep', 'inputs.none', 'feedback'])(
  'the cell %s cannot be filtered by',
  (column) => expect(cellTerms(record, column).term).toBeUndefined(),
)
