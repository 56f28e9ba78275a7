import { streamThreads } from '@heddle/contract/threads'
import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'
import { opOf, pathsOf } from '../../stored-calls.ts'

export function opGuarantees(suite: SdkSuite): void {
  const callsOfOps = async (...ops: string[]) =>
    (await suite.callsOf('team/app')).filter((call) => ops.includes(opOf(call)))

  test('an op records its inputs and output', async () => {
    expect(suite.resultOf('function_ops')).toEqual([11, 3])

    expect(await callsOfOps('add')).toMatchObject([
      { inputs: { a: 1, b: 10 }, output: 11, attributes: { weave: { source: 'python-sdk' } } },
      { inputs: { a: 1, b: 2 }, output: 3, exception: null },
    ])
  })

  test('async ops that run at once are kept', async () => {
    expect(suite.resultOf('async_ops')).toEqual([3, 7])

    expect((await callsOfOps('add_later')).map((call) => call.output).sort()).toEqual([3, 7])
  })

  test('generators record every value they yield', async () => {
    const numbers = [0, 1, 2]
    expect(suite.resultOf('generator_ops')).toEqual([numbers, numbers])

    const calls = await callsOfOps('count_up', 'count_up_later')
    expect(calls.map((call) => call.output)).toEqual([numbers, numbers])
  })

  test('ops that call ops make a tree', async () => {
    expect(suite.resultOf('nested_ops')).toEqual([6, 46])

    const calls = await callsOfOps('root', 'branch', 'leaf')
    expect(pathsOf(calls)).toEqual([
      'root',
      'root > branch',
      'root > branch',
      ...Array(4).fill('root > branch > leaf'),
    ])
    expect(new Set(calls.map((call) => call.trace_id)).size).toBe(1)
  })

  test('an op that throws is kept with its error, and its parent goes on', async () => {
    expect(suite.resultOf('throwing_ops')).toBe('caught: no such unit')

    const [parent, child] = await callsOfOps('survive', 'fail')
    expect(parent).toMatchObject({
      output: 'caught: no such unit',
      summary: { weave: { status: 'descendant_error' } },
    })
    expect(child).toMatchObject({ parent_id: parent?.id, summary: { weave: { status: 'error' } } })
    expect(child?.exception).toContain('no such unit')
  })

  test('an op that is a method records its object', async () => {
    expect(suite.resultOf('method_ops')).toBe('Hi, Grace!')

    expect(await callsOfOps('Greeter.predict')).toMatchObject([
      {
        inputs: { self: expect.stringMatching(/^weave:\/\/\/team\/app\/object\/Greeter:/), name: 'Grace' },
        output: 'Hi, Grace!',
      },
    ])
  })

  test('threads of a conversation are kept, with their turns', async () => {
    suite.resultOf('conversation_threads')

    const turns = new Map<string, number>()
    const threads = await suite.client.call(streamThreads, { project_id: 'team/app' })
    for await (const { thread_id, turn_count } of threads) turns.set(thread_id, turn_count)
    expect(Object.fromEntries(turns)).toEqual({ 'talk-1': 2, 'talk-2': 1 })
  })

  test('ops in a pool of threads stay children of their caller', async () => {
    suite.resultOf('many_ops_at_once')

    const calls = await callsOfOps('boss', 'worker', 'leaf_of_worker')
    expect(pathsOf(calls)).toEqual([
      'boss',
      ...Array(40).fill('boss > worker'),
      ...Array(40).fill('boss > worker > leaf_of_worker'),
    ])
  })

  test('attributes set around an op are kept with it', async () => {
    expect(suite.resultOf('attributes_on_ops')).toBe('done')

    expect(await callsOfOps('with_attributes')).toMatchObject([
      { attributes: { env: 'test', run: { id: 7 } } },
    ])
  })

  test('values of every kind come back as they were', async () => {
    const value = suite.resultOf('values_of_every_kind')

    const [call] = await callsOfOps('odd_values')
    expect(call?.inputs).toEqual({ value })
    expect(call?.output).toEqual(value)
  })
}
