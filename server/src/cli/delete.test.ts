import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nowMicros } from '../clock.ts'
import { deleteBefore } from '../operations/projects/delete-before.ts'
import { start } from '../storage/conformance/rows.ts'
import type { CallPart, CallStore } from '../storage/port/calls.ts'
import { openAgedCalls, PROJECT } from '../testing/aged-calls.ts'
import { agentSpan } from '../testing/agent-spans.ts'

test('what is deleted is gone, and the receipt says what it was', async () => {
  const { root, run, withStorage, fill, idsLeft } = openAgedCalls()
  await fill(1, 20, 30)
  await withStorage(({ agentSpans }) => agentSpans.put([agentSpan(PROJECT, 'a', { started_at: 1 })]))
  const file = join(root, 'receipt.json')
  const before = new Date(Date.now() - 10 * 86_400_000).toISOString()

  const dry = await run('delete', PROJECT, '--before', before, '--dry-run')
  const { code, printed } = await run('delete', PROJECT, '--before', before, '--receipt', file)

  expect(dry.noted.join()).toContain('would delete 2 calls and 1 agent spans')
  expect(code).toBe(0)
  expect(JSON.parse(printed.join())).toMatchObject({
    project_id: PROJECT,
    calls: 2,
    agent_spans: 1,
    call_ids_sha256: createHash('sha256').update('call-1\ncall-2\n').digest('hex'),
    verified: true,
  })
  expect(readFileSync(file, 'utf8').trim()).toBe(printed.join())
  expect(await idsLeft()).toEqual(['call-0'])
})

test('the receipt has the calls that arrive while others are deleted', async () => {
  const { fill, withStorage, idsLeft } = openAgedCalls()
  await fill(20, 30)

  const receipt = await withStorage((storage) => {
    let late: CallPart[] = [start({ project_id: PROJECT, id: 'late' }, { started_at: 1 })]
    const removeBefore: CallStore['removeBefore'] = async (...args) => {
      await storage.calls.write(late)
      late = []
      return storage.calls.removeBefore(...args)
    }
    const calls = { ...storage.calls, removeBefore }
    return deleteBefore({ ...storage, calls }, PROJECT, nowMicros(), nowMicros)
  })

  expect(receipt).toMatchObject({
    calls: 3,
    call_ids_sha256: createHash('sha256').update('call-0\ncall-1\nlate\n').digest('hex'),
  })
  expect(await idsLeft()).toEqual([])
})

test('nothing is deleted if the receipt cannot be written', async () => {
  const { root, run, fill, idsLeft } = openAgedCalls()
  await fill(1, 20)

  const { code, noted } = await run(
    'delete',
    PROJECT,
    '--before',
    'now',
    '--receipt',
    join(root, 'none', 'r.json'),
  )

  expect(code).toBe(2)
  expect(noted.join()).toMatch(/--receipt cannot be written: .*r\.json/)
  expect(await idsLeft()).toHaveLength(2)
})

test('deletions show how far they are', async () => {
  const { fill, runShowing } = openAgedCalls()
  await fill(1, 20)

  expect((await runShowing('delete', PROJECT, '--before', 'now')).shown).toEqual(['2 deleted'])
})

test.each([
  ['an unknown project', ['no/where', '--before', 'now'], 1],
  ['no time', [PROJECT], 2],
  ['a time that is none', [PROJECT, '--before', 'soon'], 2],
])('%s is refused, and nothing is deleted', async (_name, args, expected) => {
  const { fill, run, idsLeft } = openAgedCalls()
  await fill(1)

  expect(await run('delete', ...args)).toMatchObject({ code: expected })

  expect(await idsLeft()).toEqual(['call-0'])
})
