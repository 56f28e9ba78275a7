import { expect, test } from 'vitest'
import { writeJson } from '../../json/write.ts'
import { inTurns } from '../../turns.ts'
import { newPriceBook } from '../prices/book.ts'
import { reportUsage } from './usage.ts'

const call = (id: string, parent_id: string | null, ended_at: number | null = 1) => ({
  id,
  parent_id,
  trace_id: 't',
  started_at: 0,
  ended_at,
  is_span: false,
  usage_standing: null,
})
const used = (id: string, model: string, prompt_tokens: number, total_tokens = 0) => ({
  id,
  model,
  request_model: null,
  reported_cost: null,
  preferred_cost: null,
  requests: 1,
  prompt_tokens,
  completion_tokens: 1,
  total_tokens,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
})

/** The report as clients get it. */
const usageOf = async (...args: Parameters<typeof reportUsage>) =>
  JSON.parse(writeJson(await inTurns(reportUsage(...args))))

test('the usage of a call includes everything below it, model by model', async () => {
  const calls = [call('root', null), call('a', 'root'), call('a1', 'a'), call('b', 'root')]
  const reported = [used('root', 'm', 1), used('a', 'm', 10), used('a1', 'm', 100), used('b', 'n', 1000)]

  const { call_usage } = await usageOf(['root', 'a'], calls, reported)

  expect(call_usage).toMatchObject({
    root: { m: { prompt_tokens: 111, completion_tokens: 3, requests: 3 }, n: { prompt_tokens: 1000 } },
    a: { m: { prompt_tokens: 110, requests: 2 } },
  })
  expect(call_usage.a).not.toHaveProperty('n')
})

test('a total that a call did not report is computed', async () => {
  const reported = [used('root', 'm', 10, 50), used('a', 'm', 10)]

  const { call_usage } = await usageOf(['root'], [call('root', null), call('a', 'root')], reported)

  expect(call_usage).toMatchObject({ root: { m: { total_tokens: 61 } } })
})

test('every call named is in the report, and models without any usage are not', async () => {
  const nothing = { ...used('a', 'm', 0), requests: 0, completion_tokens: 0 }

  const { call_usage } = await usageOf(['a', 'nobody', '__proto__'], [call('a', null)], [nothing])

  expect(Object.entries(call_usage)).toEqual([
    ['a', {}],
    ['nobody', {}],
    ['__proto__', {}],
  ])
})

test('costs are null unless there is a price', async () => {
  const calls = [call('root', null), call('a', 'root')]
  const reported = [used('root', 'gpt-4', 10), used('a', 'gpt-4', 20), used('a', 'mine', 1)]

  const unpriced = (await usageOf(['root'], calls, reported)).call_usage
  const priced = (await usageOf(['root'], calls, reported, newPriceBook([]))).call_usage

  expect(unpriced).toMatchObject({ root: { 'gpt-4': { prompt_tokens_total_cost: null } } })
  expect(priced).toMatchObject({
    root: {
      'gpt-4': {
        prompt_tokens_total_cost: expect.closeTo(30 * 3e-5, 10),
        completion_tokens_total_cost: expect.closeTo(12e-5, 10),
      },
      mine: { prompt_tokens_total_cost: null },
    },
  })
})

test('unfinished calls are listed once, sorted', async () => {
  const calls = [call('z', null, null), call('b', 'z'), call('a', 'z', null)]

  expect((await usageOf(['z'], calls, [])).unfinished_call_ids).toEqual(['a', 'z'])
})

test('a child in another trace does not count', async () => {
  const stray = { ...call('a', 'root'), trace_id: 'other' }

  const { call_usage } = await usageOf(['root'], [call('root', null), stray], [used('a', 'm', 1)])

  expect(call_usage).toEqual({ root: {} })
})

test('calls whose parents form a cycle each have the sum of all', async () => {
  const calls = [call('x', 'z'), call('y', 'x'), call('z', 'y'), call('leaf', 'y'), call('self', 'self')]
  const reported = [used('x', 'm', 1), used('y', 'm', 10), used('leaf', 'm', 100), used('self', 'm', 7)]

  const { call_usage } = await usageOf(['x', 'y', 'z', 'leaf', 'self'], calls, reported)

  expect(call_usage).toMatchObject({
    x: { m: { prompt_tokens: 111 } },
    y: { m: { prompt_tokens: 111 } },
    z: { m: { prompt_tokens: 111 } },
    leaf: { m: { prompt_tokens: 100 } },
    self: { m: { prompt_tokens: 7 } },
  })
})

const chain = (length: number, first: string | null) =>
  Array.from({ length }, (_, n) => call(`c${n}`, n === 0 ? first : `c${n - 1}`))

test.each([
  ['a chain', chain(1_000, null)],
  ['a circle', chain(1_000, 'c999')],
])(
  'the usage of %s of calls with a model each is refused where it would fill the memory',
  async (_, calls) => {
    const reported = calls.map(({ id }) => used(id, `model of ${id}`, 1))

    const all = calls.map(({ id }) => id)

    await expect(usageOf(all, calls, reported)).rejects.toMatchObject({ code: 'too_large' })
  },
)
