import { describe, expect, test } from 'vitest'
import { matchesText, newCallFilter, textMatch } from './filter.ts'

test('keys that are absent or false constrain nothing', () => {
  expect(newCallFilter({}, 'acme/demo')).toEqual({})
  expect(newCallFilter({ trace_roots_only: false }, 'acme/demo')).toEqual({})
  expect(newCallFilter({ trace_roots_only: true }, 'acme/demo')).toEqual({ trace_roots_only: true })
})

test('empty lists constrain nothing, except for threads and turns, where they match nothing', () => {
  const empty = {
    op_names: [],
    input_refs: [],
    output_refs: [],
    parent_ids: [],
    trace_ids: [],
    call_ids: [],
    thread_ids: [],
    turn_ids: [],
    wb_user_ids: [],
    wb_run_ids: [],
  }

  expect(newCallFilter(empty, 'acme/demo')).toEqual({ thread_ids: [], turn_ids: [] })
})

test('values are passed on, with wildcards in names and refs only', () => {
  const filter = newCallFilter(
    { op_names: ['rank', 'weave:///acme/demo/op/rank:*'], input_refs: ['a:*'], call_ids: ['c:*'] },
    'acme/demo',
  )

  expect(filter).toEqual({
    op_names: [{ equals: 'rank' }, { startsWith: 'weave:///acme/demo/op/rank:' }],
    input_refs: [{ startsWith: 'a:' }],
    call_ids: ['c:*'],
  })
})

test('a run of the project is looked for with the id of the project and without it', () => {
  expect(newCallFilter({ wb_run_ids: ['r1', 'acme/demo/r2', 'other/app/r3'] }, 'acme/demo')).toEqual({
    wb_run_ids: ['acme/demo/r1', 'r1', 'acme/demo/r2', 'r2', 'other/app/r3'],
  })
})

describe('over a thousand values are refused', () => {
  const values = (count: number) => Array.from({ length: count }, String)

  test.each([
    'op_names',
    'input_refs',
    'output_refs',
    'parent_ids',
    'trace_ids',
    'call_ids',
    'thread_ids',
    'turn_ids',
    'wb_run_ids',
  ])('%s', (key) => {
    expect(() => newCallFilter({ [key]: values(1000) }, 'acme/demo')).not.toThrow()
    expect(() => newCallFilter({ [key]: values(1001) }, 'acme/demo')).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringContaining(key) }),
    )
  })
})

test('a wildcard matches every version of one op and no other op', () => {
  const match = textMatch('weave:///acme/demo/op/rank:*')

  const matched = ['rank:v1', 'rank:', 'rank2:v1', 'rank-x:v1', 'rank'].filter((name) =>
    matchesText(match, `weave:///acme/demo/op/${name}`),
  )

  expect(matched).toEqual(['rank:v1', 'rank:'])
})

test('a ref without wildcard does not match the same ref with a path after it', () => {
  const inside = 'weave:///acme/demo/object/m:D/attr/x'

  expect(matchesText(textMatch('weave:///acme/demo/object/m:D'), inside)).toBe(false)
  expect(matchesText(textMatch('weave:///acme/demo/object/m:*'), inside)).toBe(true)
})
