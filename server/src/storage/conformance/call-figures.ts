import { expect, test } from 'vitest'
import type { CallEnd, CallStart } from '../../domain/calls/call.ts'
import { newPriceBook } from '../../domain/prices/book.ts'
import { callCosts } from '../../domain/prices/costs.ts'
import type { Expression } from '../../query/expression.ts'
import type { CallSearch } from '../port/calls.ts'
import type { Storage } from '../port.ts'
import { by, column, end, equals, json, jsonField, modelUsage, newProjectId, price, start } from './rows.ts'

const TOKENS = column('tokens', 'number')
const COST = column('cost', 'number')

const compared = (kind: 'eq' | 'gt' | 'lte', field: typeof TOKENS, value: number): Expression => ({
  kind,
  operands: [
    { kind: 'field', field },
    { kind: 'literal', value },
  ],
})

/** Tokens and costs in searches, which must be the figures that readers see. */
export function callFigureGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls
  const find = (project_id: string, search: Partial<CallSearch>) =>
    calls().find({ project_id, filter: {}, sort: [], ...search })
  const sorted = async (project_id: string, field: typeof TOKENS) => ({
    asc: await find(project_id, { sort: [by(field)] }),
    desc: await find(project_id, { sort: [by(field, 'desc')] }),
  })

  async function writeCall(
    project_id: string,
    id: string,
    ended: Partial<CallEnd>,
    started: Partial<CallStart> = {},
  ): Promise<void> {
    await calls().write([start({ project_id, id }, started), end({ project_id, id }, ended)])
  }

  test('calls are sorted and compared by the tokens of all their models, those without tokens last', async () => {
    const project = newProjectId()
    const withoutTotal = { total_tokens: 0, prompt_tokens: 30, completion_tokens: 1 }
    await writeCall(project, 'summed', {
      usage: [modelUsage('m', { total_tokens: 12 }), modelUsage('n', withoutTotal)],
    })
    await writeCall(project, 'small', { usage: [modelUsage('m', { total_tokens: 9 })] })
    await writeCall(project, 'none', { usage: [] })
    const zeros = { total_tokens: 0, prompt_tokens: 0, completion_tokens: 0 }
    await writeCall(project, 'zero', { usage: [modelUsage('m', zeros)] })
    await calls().write([start({ project_id: project, id: 'running' })])

    const { asc, desc } = await sorted(project, TOKENS)
    expect(asc.slice(0, 2)).toEqual(['small', 'summed'])
    expect(desc.slice(0, 2)).toEqual(['summed', 'small'])
    expect(desc.slice(2)).toHaveLength(3)
    expect(await find(project, { condition: compared('gt', TOKENS, 9) })).toEqual(['summed'])
    expect(await find(project, { condition: compared('lte', TOKENS, 9) })).toEqual(['small'])
    expect(await find(project, { condition: compared('eq', TOKENS, 43) })).toEqual(['summed'])
    const counted = { project_id: project, filter: {}, sort: [], condition: compared('gt', TOKENS, 0) }
    expect(await calls().count(counted)).toBe(2)
  })

  test('models with half a surrogate pair or NUL in their names are stored with the replacement character', async () => {
    const project_id = newProjectId()
    const usage = [
      modelUsage('m\ud83c', { total_tokens: 1 }),
      modelUsage('m\ud83d', { total_tokens: 12, request_model: 'a\0\ud83c' }),
      modelUsage('m\ue000', { total_tokens: 30 }),
    ]
    await writeCall(project_id, 'odd', { usage })

    const stored = [
      modelUsage('m\ue000', { total_tokens: 30 }),
      modelUsage('m\ufffd', { total_tokens: 12, request_model: 'a\ufffd\ufffd' }),
    ]
    const found = await calls().usage(project_id, ['odd'])
    expect(found.toSorted((a, b) => b.total_tokens - a.total_tokens)).toEqual(
      stored.map((each) => ({ id: 'odd', ...each })),
    )
    expect(await find(project_id, { condition: compared('eq', TOKENS, 42) })).toEqual(['odd'])
    const { rows } = await calls().listAll(project_id, undefined, { rowsMax: 1, bytesMax: 10_000 })
    expect(rows[0]).toMatchObject([{ part: 'start' }, { part: 'end', end: { usage: stored } }])
  })

  test('the cost of a call in a search is the one that readers see', async () => {
    const project = newProjectId()
    const own = price(project, { id: 'p', llm_id: 'own', effective_date: 1_000, prompt_token_cost: 0.1 })
    const later = price(project, { ...own, id: 'q', effective_date: 5_000, prompt_token_cost: 0.3 })
    await storage().prices.put([own, later])
    const reported = { reported_cost: 0.7, preferred_cost: null }
    const usage = {
      early: [modelUsage('own'), modelUsage('gpt-4'), modelUsage('unknown', reported)],
      late: [modelUsage('own')],
      asked: [modelUsage('snapshot', { request_model: 'own', cache_read_input_tokens: 3 })],
      preferred: [modelUsage('own', { reported_cost: 0.1 + 0.2, preferred_cost: 0.1 + 0.2 })],
    }
    const startedAt = { early: 2_000, late: 6_000, asked: 2_000, preferred: 2_000 }
    for (const id of ['early', 'late', 'asked', 'preferred'] as const) {
      await writeCall(project, id, { usage: usage[id] }, { started_at: startedAt[id] })
    }
    await writeCall(project, 'unpriced', { usage: [modelUsage('unknown')] })
    await writeCall(project, 'unused', {})

    for (const id of ['early', 'late', 'asked', 'preferred'] as const) {
      const { total_cost } = callCosts(usage[id], startedAt[id], newPriceBook([own, later]))
      expect(await find(project, { condition: compared('eq', COST, total_cost ?? 0) })).toEqual([id])
    }
    const { asc, desc } = await sorted(project, COST)
    expect(asc.slice(0, 4)).toEqual(['preferred', 'asked', 'early', 'late'])
    expect(desc.slice(0, 4)).toEqual(['late', 'early', 'asked', 'preferred'])
    expect(desc).toHaveLength(6)
    expect(await find(project, { condition: compared('gt', COST, 0), sort: [by(COST)], limit: 2 })).toEqual([
      'preferred',
      'asked',
    ])
  })

  test('costs in searches follow the prices', async () => {
    const project = newProjectId()
    await writeCall(project, 'a', { usage: [modelUsage('m')] })
    await writeCall(project, 'b', { usage: [modelUsage('n')] })
    await storage().prices.put([
      price(project, { id: 'm', llm_id: 'm' }),
      price(project, { id: 'n', llm_id: 'n', prompt_token_cost: 1 }),
    ])
    const before = await sorted(project, COST)
    await storage().prices.put([price(project, { id: 'm', llm_id: 'm', prompt_token_cost: 2 })])

    expect(before.desc).toEqual(['b', 'a'])
    expect((await sorted(project, COST)).desc).toEqual(['a', 'b'])
  })

  test('running calls and spans that only repeat others have no cost', async () => {
    const project = newProjectId()
    await storage().prices.put([price(project, { id: 'p', llm_id: 'm' })])
    const usage = [modelUsage('m')]
    const span = { otel_dump: json({}), kind: 'llm' }
    await writeCall(project, 'outer', { usage }, span)
    await writeCall(project, 'inner', { usage }, { ...span, parent_id: 'outer', started_at: 1_100 })
    await calls().write([start({ project_id: project, id: 'running' })])

    expect(await find(project, { condition: compared('gt', COST, 0) })).toEqual(['inner'])
    expect((await sorted(project, COST)).asc[0]).toBe('inner')
    expect(await find(project, { condition: compared('gt', TOKENS, 0) })).toEqual(['outer', 'inner'])
  })

  test('figures combine with paths and filters', async () => {
    const project = newProjectId()
    await storage().prices.put([price(project, { id: 'p', llm_id: 'm' })])
    const usage = [modelUsage('m')]
    await writeCall(project, 'a', { usage }, { inputs: json({ q: 'x' }), trace_id: 't' })
    await writeCall(project, 'b', { usage }, { inputs: json({ q: 'y' }), trace_id: 't' })
    await writeCall(project, 'c', {}, { inputs: json({ q: 'x' }), trace_id: 't' })
    const condition: Expression = {
      kind: 'and',
      operands: [equals(jsonField('inputs', 'q'), 'x'), compared('gt', COST, 0), compared('gt', TOKENS, 0)],
    }

    expect(await find(project, { condition })).toEqual(['a'])
    expect(await find(project, { condition, filter: { trace_ids: ['t'] }, sort: [by(COST)] })).toEqual(['a'])
    expect(await find(project, { condition, filter: { trace_ids: ['other'] } })).toEqual([])
  })
}
