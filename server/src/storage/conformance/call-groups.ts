import { expect, test } from 'vitest'
import type { CallEnd, CallStart } from '../../domain/calls/call.ts'
import type { CallStatsQuery } from '../../domain/calls/stats.ts'
import { newGroup } from '../../domain/calls/stats-plan.ts'
import { column, compare, literal } from '../../query/build.ts'
import type { Storage } from '../port.ts'
import { end, json, modelUsage, newProjectId, price, start } from './rows.ts'

/** Statistics by group: of each kind of field, of models, and of the largest groups alone. */
export function callGroupGuarantees(storage: () => Storage): void {
  const calls = () => storage().calls

  async function writeCall(
    project_id: string,
    id: string,
    started: Partial<CallStart>,
    ended: Partial<CallEnd> = {},
  ): Promise<void> {
    await calls().write([
      start({ project_id, id }, { started_at: 5_000, trace_id: id, ...started }),
      end({ project_id, id }, { ended_at: 7_000, ...ended }),
    ])
  }

  /** `[calls, errors, tokens]` by group. */
  async function groupsOf(project_id: string, group: string, more: Partial<CallStatsQuery> = {}) {
    const sum = { aggregations: ['sum'], percentiles: [] } as const
    const stats = await calls().stats({
      project_id,
      filter: {},
      group_by: newGroup(group),
      start: 0,
      end: 10_000,
      edges: [0],
      calls: [{ metric: 'error_count', ...sum }],
      usage: [{ metric: 'total_tokens', ...sum }],
      ...more,
    })
    const figures: Record<string, [number, number, number]> = {}
    const of = (name = '') => (figures[name] ??= [0, 0, 0])
    for (const { group: name, count, values } of stats.calls) {
      of(name)[0] += count
      of(name)[1] += values.sum_error_count ?? 0
    }
    for (const { group: name, values } of stats.usage) of(name)[2] += values.sum_total_tokens ?? 0
    return { figures, group_count: stats.group_count }
  }

  const using = (...models: string[]) => ({ usage: models.map((model) => modelUsage(model)) })

  test('calls are grouped by columns, computed fields and paths in documents', async () => {
    const project = newProjectId()
    const inputs = (env: unknown) => ({ inputs: json({ env }), thread_id: 'th', kind: 'llm' })
    await writeCall(project, 'a', inputs('prod'), using('m'))
    await writeCall(project, 'b', inputs('prod'), { ...using('m', 'n'), exception: 'boom' })
    await writeCall(project, 'c', inputs(4))
    await writeCall(project, 'd', inputs({ deep: true }))
    await writeCall(project, 'e', {})
    await calls().write([start({ project_id: project, id: 'f' }, { started_at: 5_000 })])

    expect((await groupsOf(project, 'inputs.env')).figures).toEqual({
      prod: [2, 1, 45],
      '4': [1, 0, 0],
      '{"deep":true}': [1, 0, 0],
      '': [2, 0, 0],
    })
    expect((await groupsOf(project, 'thread_id')).figures).toEqual({ th: [4, 1, 45], '': [2, 0, 0] })
    expect((await groupsOf(project, 'summary.weave.kind')).figures).toEqual({
      llm: [4, 1, 45],
      '': [2, 0, 0],
    })
    expect((await groupsOf(project, 'summary.weave.status')).figures).toEqual({
      success: [4, 0, 15],
      error: [1, 1, 30],
      running: [1, 0, 0],
    })
    expect((await groupsOf(project, 'trace_name')).figures).toEqual({ op: [6, 1, 45] })
    expect((await groupsOf(project, 'summary.weave.total_tokens')).figures).toEqual({
      '15': [1, 0, 15],
      '30': [1, 1, 30],
      '': [4, 0, 0],
    })
    const condition = compare('gt', column('tokens', 'number'), literal(20n))
    expect((await groupsOf(project, 'trace_name', { condition })).figures).toEqual({ op: [1, 1, 30] })
  })

  test('calls are grouped by what they cost at the prices of their project', async () => {
    const [project, other] = [newProjectId(), newProjectId()]
    const each = { llm_id: 'm', completion_token_cost: 1 }
    await storage().prices.put([
      price(project, { id: 'own', ...each, prompt_token_cost: 1 }),
      price(other, { id: 'other', ...each, prompt_token_cost: 7 }),
    ])
    for (const id of [project, other]) await writeCall(id, 'a', {}, using('m'))
    const cost = 'summary.weave.total_cost'

    expect((await groupsOf(other, cost)).figures).toEqual({ '75': [1, 0, 15] })
    expect((await groupsOf(project, cost)).figures).toEqual({ '15': [1, 0, 15] })
  })

  test('only the groups with the most calls are returned, with the number of all groups', async () => {
    const project = newProjectId()
    for (const [id, thread_id] of ['x', 'y', 'y', 'z', 'z', 'z', 'w'].entries()) {
      await writeCall(project, String(id), { thread_id }, using('m'))
    }

    const all = await groupsOf(project, 'thread_id')
    const { figures, group_count } = await groupsOf(project, 'thread_id', { group_limit: 3 })

    expect(Object.keys(all.figures)).toHaveLength(4)
    expect(all.group_count).toBe(4)
    expect(figures).toEqual({ z: [3, 0, 45], y: [2, 0, 30], w: [1, 0, 15] })
    expect(group_count).toBe(4)
    const byUsage = await groupsOf(project, 'thread_id', { group_limit: 1, calls: [] })
    expect(byUsage.figures).toEqual({ z: [0, 0, 45] })
  })

  test('a model is measured by the calls whose usage of it counts', async () => {
    const project = newProjectId()
    await writeCall(project, 'a', {}, { ...using('m', 'n'), exception: 'boom' })
    await writeCall(project, 'b', {}, using('m'))
    await writeCall(project, 'without', {})
    const span = { otel_dump: json({}), trace_id: 't' }
    await writeCall(project, 'root', { ...span, kind: 'agent' })
    await writeCall(project, 'outer', { ...span, kind: 'llm', parent_id: 'root' }, using('m'))
    await writeCall(project, 'inner', { ...span, kind: 'llm', parent_id: 'outer' }, using('m'))

    const expected = { m: [3, 1, 45], n: [1, 1, 15] }
    expect((await groupsOf(project, 'model')).figures).toEqual(expected)
    const roots = await groupsOf(project, 'model', { filter: { trace_roots_only: true } })
    expect(roots.figures).toEqual(expected)
    const withoutCalls = await groupsOf(project, 'model', { calls: [] })
    expect(withoutCalls.figures).toEqual({ m: [0, 0, 45], n: [0, 0, 15] })
  })

  test('usage below a root belongs to the group of the root, whatever calls are grouped by', async () => {
    const project = newProjectId()
    const span = { otel_dump: json({}), trace_id: 't', attributes: json({ env: 'dev' }) }
    const attributes = json({ env: 'prod' })
    await writeCall(project, 'root', { ...span, attributes, kind: 'agent' }, { exception: 'boom' })
    await writeCall(project, 'child', { ...span, kind: 'llm', parent_id: 'root' }, using('m'))
    const filter = { trace_roots_only: true } as const

    expect((await groupsOf(project, 'attributes.env', { filter })).figures).toEqual({ prod: [1, 1, 15] })
    expect((await groupsOf(project, 'summary.weave.status', { filter })).figures).toEqual({
      error: [1, 1, 15],
    })
    expect((await groupsOf(project, 'attributes.env')).figures).toEqual({
      prod: [1, 1, 0],
      dev: [1, 0, 15],
    })
  })
}
