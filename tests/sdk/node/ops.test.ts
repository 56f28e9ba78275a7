import { expect, test } from 'vitest'
import { opOf, pathsOf } from '../stored-calls.ts'
import { describeNodeSdks } from './node-suite.ts'

describeNodeSdks(['starting', 'ops'], (suite) => {
  test('a login keeps the key, and init with an entity leads to the project', async () => {
    suite.resultOf('login')

    expect(await suite.callsOf('house/logged-in')).toMatchObject([{ output: 2 }])
  })

  test('init with names that a URL must encode leads to the project', async () => {
    suite.resultOf('initWithOddName')

    expect(await suite.callsOf('my team/pröj x')).toMatchObject([{ output: 2 }])
  })

  test('an op records its inputs and output', async () => {
    expect(suite.resultOf('functionOps')).toEqual([5, 'Hello, Ada!'])

    const calls = await suite.callsOf('team/functionOps')
    expect(calls.map(opOf)).toEqual(['add', 'greet'])
    expect(calls[0]).toMatchObject({ inputs: { arg0: 2, arg1: 3 }, output: 5, exception: null })
    expect(calls[0]?.attributes).toMatchObject({ weave: { source: 'js-sdk' } })
  })

  test('ops that call ops make a tree', async () => {
    expect(suite.resultOf('nestedOps')).toEqual([6, 46])

    const calls = await suite.callsOf('team/nestedOps')
    expect(pathsOf(calls)).toEqual([
      'root',
      'root > branch',
      'root > branch',
      ...Array(4).fill('root > branch > leaf'),
    ])
    expect(new Set(calls.map((call) => call.trace_id)).size).toBe(1)
  })

  test('an op that throws is kept with its error, and its parent goes on', async () => {
    expect(suite.resultOf('throwingOps')).toBe('caught: no such unit')

    const calls = await suite.callsOf('team/throwingOps')
    expect(pathsOf(calls)).toEqual(['survive', 'survive > fail'])
    expect(calls.find((call) => opOf(call) === 'fail')).toMatchObject({
      exception: 'no such unit',
      summary: { weave: { status: 'error' } },
    })
    expect(calls.find((call) => opOf(call) === 'survive')).toMatchObject({
      output: 'caught: no such unit',
      exception: null,
    })
  })

  test('an op that streams is kept with what its reducer made', async () => {
    expect(suite.resultOf('streamingOps')).toEqual(['a', 'b', 'c'])

    expect(await suite.callsOf('team/streamingOps')).toMatchObject([{ output: ['a', 'b', 'c'] }])
  })

  test('an op that is a method records its object', async () => {
    expect(suite.resultOf('methodOps')).toBe('Hi, Grace!')

    const [call] = await suite.callsOf('team/methodOps')
    expect(call && opOf(call)).toBe('Greeter.predict')
    expect(call).toMatchObject({
      inputs: { self: expect.stringMatching(/^weave:\/\/\/team\/methodOps\/object\/greeter:/) },
      output: 'Hi, Grace!',
    })
  })

  test('ops that run at once keep their own children', async () => {
    const results = suite.resultOf('manyOpsAtOnce')

    const calls = await suite.callsOf('team/manyOpsAtOnce')
    const roots = calls.filter((call) => call.parent_id === null)
    expect(roots.map((call) => call.output)).toEqual(results)
    expect(roots.map((root) => calls.filter((call) => call.parent_id === root.id).length)).toEqual(
      Array(50).fill(3),
    )
  })

  test.skipIf(suite.isOlder)('attributes set around an op are kept with it', async () => {
    expect(suite.resultOf('attributesOnOps')).toBe('done')

    expect(await suite.callsOf('team/attributesOnOps')).toMatchObject([
      { attributes: { env: 'test', run: { id: 7 } } },
    ])
  })
})
