import { expect, test } from 'vitest'
import { call } from '../../testing/call.ts'
import { toCsv } from './useExport.ts'

test('each call is a CSV row with quoted JSON', () => {
  const summary = {
    usage: { 'gpt-4o': { total_tokens: 15 } },
    weave: { status: 'success', latency_ms: 1250 },
  }

  const csv = toCsv(line(call({ inputs: { q: 'a "b"' }, output: '4', summary })))

  const [head, first] = csv.split('\r\n')

  expect(head).toMatch(/^id,trace_id,name,status/)
  expect(first).toBe(
    'call-1,trace-1,answer,success,2025-03-01T10:00:00Z,1250,,gpt-4o,15,,,"{""q"":""a \\""b\\""""}",4',
  )
})

test('formulas are escaped', () => {
  expect(toCsv(line(call({ output: '=1+1' })))).toContain(",'=1+1\r\n")
  expect(toCsv(line(call({ output: -1e-7 })))).toContain(',-1e-7\r\n')
})

test('numbers keep all digits', () => {
  const exact = line(call({ inputs: { n: 1 }, output: 2 }))
    .replace('{"n":1}', '{"n":12345678901234567890}')
    .replace('"output":2', '"output":1.0')

  expect(toCsv(exact)).toContain(',"{""n"":12345678901234567890}",1.0\r\n')
})

const line = (record: object): string => JSON.stringify(record)
