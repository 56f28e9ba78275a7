import { expect, test } from 'vitest'
import { call } from '../../testing/call.ts'
import { toCsv } from './csv.ts'

test('each call is a line, with its JSON quoted', () => {
  const summary = {
    usage: { 'gpt-4o': { total_tokens: 15 } },
    weave: { status: 'success', latency_ms: 1250 },
  }

  const csv = toCsv([call({ inputs: { q: 'a "b"' }, output: '4', summary })])

  const [head, line] = csv.split('\r\n')

  expect(head).toMatch(/^id,trace_id,name,status/)
  expect(line).toBe(
    'call-1,trace-1,answer,success,2025-03-01T10:00:00Z,1250,,gpt-4o,15,,,"{""q"":""a \\""b\\""""}",4',
  )
})

test('a text that a spreadsheet would run is kept a text', () => {
  expect(toCsv([call({ output: '=1+1' })])).toContain(",'=1+1\r\n")
})
