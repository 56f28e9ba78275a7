import { queryCosts } from '@heddle/contract/costs'
import { queryFeedback } from '@heddle/contract/feedback'
import { expect, test } from 'vitest'
import type { SdkSuite } from '../../sdk-suite.ts'
import { opOf } from '../../stored-calls.ts'

const PROJECT = 'team/app'

export function callGuarantees(suite: SdkSuite): void {
  const callsOfOps = async (...ops: string[]) =>
    (await suite.callsOf(PROJECT)).filter((call) => ops.includes(opOf(call)))

  test('calls are listed in order, in pages, sorted, filtered, counted and with their refs followed', () => {
    const all = Array.from({ length: 12 }, (_, n) => n)

    expect(suite.resultOf('listed_calls')).toEqual({
      in_order: all,
      paged: all,
      sorted: [11, 10, 9],
      skipped: [9, 10, 11],
      even: all.filter((n) => n % 2 === 0),
      counted: 12,
      expanded: all.filter((n) => n % 2 === 1),
      followed: 'cs',
    })
  })

  test('the children of a call are listed', () => {
    expect(suite.resultOf('children_of_calls')).toEqual([1])
  })

  test('a call is deleted with its children', async () => {
    expect(suite.resultOf('deleted_calls')).toEqual([2])

    expect(await callsOfOps('doomed', 'doomed_child')).toMatchObject([{ output: 2 }, { output: 2 }])
  })

  test('a call is renamed', async () => {
    expect(suite.resultOf('renamed_calls')).toBe('The first of all')

    expect(await callsOfOps('nameless')).toMatchObject([{ display_name: 'The first of all' }])
  })

  test('tokens add up to costs, at prices of the project that come and go', async () => {
    expect(suite.resultOf('costs')).toEqual({ prices: [0.001], purged: 0, prompt: 2, completion: 2 })

    const { results } = await suite.client.call(queryCosts, { project_id: PROJECT })
    const prices = results.filter(({ llm_id }) => ['house-model', 'passing-model'].includes(String(llm_id)))
    expect(prices).toMatchObject([{ llm_id: 'house-model', completion_token_cost: 0.002 }])
    expect(await callsOfOps('research')).toMatchObject([
      { summary: { weave: { costs: { 'house-model': { prompt_tokens: 2000 } } } } },
    ])
  })

  test('reactions, notes and feedback of any type are kept, found and purged', async () => {
    expect(suite.resultOf('feedback')).toEqual({
      types: ['grade', 'wandb.note.1', 'wandb.reaction.1'],
      found: [':thumbs_up:'],
    })

    const [call] = await callsOfOps('answer')
    const weave_ref = `weave:///${PROJECT}/call/${call?.id}`
    const { result } = await suite.client.call(queryFeedback, { project_id: PROJECT })
    const payloads = result.filter((row) => row.weave_ref === weave_ref).map((row) => row.payload)
    expect(payloads).toMatchObject([{ emoji: '👍' }, { note: 'right' }, { marks: 9.5 }])
  })
}
