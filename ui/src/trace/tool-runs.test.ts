import { expect, test } from 'vitest'
import type { ToolUse } from '../messages/chat.ts'
import { findRun } from './useToolRuns.ts'

const tool = (name: string, fields: Partial<ToolUse> = {}): ToolUse => ({
  type: 'tool',
  id: undefined,
  name,
  arguments: {},
  result: undefined,
  ...fields,
})

const ran = (use: ToolUse) => ({ use })

test('a tool call belongs to the run with its id', () => {
  const runs = [ran(tool('search', { id: 'a' })), ran(tool('search', { id: 'b' }))]

  expect(findRun(runs, tool('search', { id: 'b' }))).toBe(runs[1])
  expect(findRun(runs, tool('search', { id: 'c' }))).toBeUndefined()
})

test('without ids, it belongs to the only run of its name, unless their results differ', () => {
  const run = ran(tool('search', { result: { value: 1 } }))

  expect(findRun([run], tool('search', { id: 'a' }))).toBe(run)
  expect(findRun([run], tool('search', { result: { value: 1 } }))).toBe(run)
  expect(findRun([run], tool('search', { result: { value: 2 } }))).toBeUndefined()
  expect(findRun([run, run], tool('search'))).toBeUndefined()
})
