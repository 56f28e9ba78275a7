import { expect, test } from 'vitest'
import { openTemporaryDatabase } from '../../../testing/sqlite-database.ts'
import { end, json, modelUsage, start } from '../../conformance/rows.ts'
import type { CallPart } from '../../port/calls.ts'
import { LEVELS_MAX, RIVALS_MAX } from '../calls/call-family.ts'
import { packedParts } from '../calls/packed-parts.ts'
import { writeStores } from '../write-stores.ts'
import { checkCalls } from './calls.ts'
import { Findings } from './findings.ts'

const key = (id: string | number) => ({ project_id: 'team/app', id: String(id) })

/** Writes one after the other. */
function problemsOf(writes: readonly (readonly CallPart[])[]) {
  const { db } = openTemporaryDatabase()
  const { calls } = writeStores(db).stores
  db.exec('begin')
  for (const parts of writes) calls.write(packedParts(parts))
  db.exec('commit')
  const findings = new Findings('calls')
  checkCalls(db, findings)
  return findings.result()
}

test('a call that reports a cost and no tokens is sound', () => {
  const nothing = { requests: 0, prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  const usage = [modelUsage('m', { ...nothing, reported_cost: 0.01 })]

  expect(problemsOf([[start(key('a')), end(key('a'), { usage })]])).toMatchObject({ problems: 0 })
})

test('a failure further down than a write looks up is no problem', () => {
  const chain = Array.from({ length: LEVELS_MAX + 2 }, (_, at) => {
    const parent_id = at === 0 ? null : String(at - 1)
    return [start(key(at), { trace_id: 't', parent_id })]
  })

  expect(problemsOf([...chain, [end(key(LEVELS_MAX + 1), { exception: 'boom' })]])).toMatchObject({
    problems: 0,
  })
})

test('which of very many siblings with one response counts is no problem', () => {
  const siblings = Array.from({ length: RIVALS_MAX + 44 }, (_, at) => [
    start(key(at), {
      trace_id: 't',
      parent_id: 'root',
      kind: 'llm',
      otel_dump: json({}),
      response_id: 'r',
      started_at: 1_000 - at,
    }),
    end(key(at), { usage: [modelUsage('m')] }),
  ])

  expect(problemsOf(siblings)).toMatchObject({ problems: 0 })
})
