import { readCallStats, readTraceUsage } from '@heddle/contract/calls-stats'
import { readTraceSkeleton } from '@heddle/contract/skeleton'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { callsOf, finished, recordFinished } from '../../testing/builders.ts'
import { newProject } from '../../testing/objects.ts'
import { exportedSpan, exportOf, inProject, TRACE_ID } from '../../testing/otlp.ts'
import { openService, type Service } from '../../testing/service.ts'

const service = await openService()
afterAll(() => service.close())

/** A call of a trace: the first is the root, and each other is below one before it. */
interface Node {
  readonly above: number
  /** Calls of SDKs are below calls of SDKs alone, as their contexts have it. */
  readonly isSpan: boolean
  readonly isRequest: boolean
  readonly tokens: number
  readonly response: string
}

const node = fc.record({
  above: fc.nat({ max: 7 }),
  isSpan: fc.boolean(),
  isRequest: fc.boolean(),
  tokens: fc.constantFrom(0, 100, 250),
  response: fc.constantFrom('', 'r', 's'),
})

const traces = fc
  .array(node, { minLength: 1, maxLength: 8 })
  .map(treeOf)
  .chain((nodes) =>
    fc.tuple(fc.constant(nodes), fc.shuffledSubarray([...nodes.keys()], { minLength: nodes.length })),
  )

function treeOf(nodes: readonly Node[]): Node[] {
  const tree: Node[] = []
  for (const [at, each] of nodes.entries()) {
    const above = at === 0 ? -1 : each.above % at
    tree.push({ ...each, above, isSpan: each.isSpan || tree[above]?.isSpan === true })
  }
  return tree
}

test('table, trace, statistics and usage agree on tokens and cost, in whatever order calls arrive', async () => {
  await fc.assert(
    fc.asyncProperty(traces, async ([nodes, arrival]) => {
      const project_id = newProject()
      for (const at of arrival) await send(service, project_id, nodes, at)

      const trace = await totalsOfTrace(service, project_id)

      expect(await totalsOfStats(service, project_id)).toEqual(trace)
      expect(await totalsOfTable(service, project_id)).toEqual(trace)
      if (nodes.every(({ isSpan }) => isSpan)) {
        expect(await totalsOfUsage(service, project_id, idOf(0))).toEqual(trace)
      }
    }),
    { numRuns: 25 },
  )
})

const idOf = (at: number): string => String(at + 1).padStart(16, '0')

async function send(to: Service, project_id: string, nodes: readonly Node[], at: number): Promise<void> {
  const { above, isSpan, isRequest, response } = nodes[at] ?? expect.fail('no such node')
  const parent = above < 0 ? '' : idOf(above)
  const tokens = isSpan ? (nodes[at]?.tokens ?? 0) : addedUp(nodes, at)
  if (isSpan) {
    const attributes = {
      'gen_ai.operation.name': isRequest ? 'chat' : 'invoke_agent',
      'gen_ai.response.model': 'gpt-4o',
      ...(tokens > 0 && { 'gen_ai.usage.input_tokens': tokens, 'gen_ai.usage.output_tokens': 1 }),
      ...(response && { 'gen_ai.response.id': response }),
    }
    const span = exportedSpan(attributes, { spanId: idOf(at), parentSpanId: parent })
    await to.post('/otel/v1/traces', exportOf([span], inProject(project_id)))
    return
  }
  const usage = { prompt_tokens: tokens, completion_tokens: tokens === 0 ? 0 : 1 }
  const summary = tokens === 0 ? {} : { usage: { 'gpt-4o': usage } }
  await recordFinished(to, {
    ...finished(project_id, idOf(at), { summary }),
    trace_id: TRACE_ID,
    ...(parent && { parent_id: parent }),
  })
}

/** SDKs add what is below a call to its own usage. */
function addedUp(nodes: readonly Node[], at: number): number {
  const below = nodes.flatMap(({ above, isSpan }, child) =>
    above === at && !isSpan ? addedUp(nodes, child) : [],
  )
  return below.reduce((sum, tokens) => sum + tokens, nodes[at]?.tokens ?? 0)
}

interface Totals {
  readonly prompt: number
  readonly cost: number
}

const rounded = ({ prompt, cost }: Totals): Totals => ({ prompt, cost: Number(cost.toFixed(9)) })

const sumOf = (values: readonly Totals[]): Totals =>
  rounded(
    values.reduce((a, b) => ({ prompt: a.prompt + b.prompt, cost: a.cost + b.cost }), { prompt: 0, cost: 0 }),
  )

interface ModelCosts {
  readonly prompt_tokens: number
  readonly prompt_tokens_total_cost: number | null
  readonly completion_tokens_total_cost: number | null
}

const costOf = (usage: ModelCosts): number =>
  (usage.prompt_tokens_total_cost ?? 0) + (usage.completion_tokens_total_cost ?? 0)

async function totalsOfTrace(from: Service, project_id: string): Promise<Totals> {
  const { usage } = await from.call(readTraceSkeleton, { project_id, trace_id: TRACE_ID })
  return sumOf(Object.values(usage).map((model) => ({ prompt: model.prompt_tokens, cost: costOf(model) })))
}

async function totalsOfStats(from: Service, project_id: string): Promise<Totals> {
  const { usage_buckets } = await from.call(readCallStats, {
    project_id,
    start: '2025-03-01T00:00:00Z',
    end: '2025-03-02T00:00:00Z',
    filter: { trace_roots_only: true },
    usage_metrics: [{ metric: 'input_tokens' }, { metric: 'total_cost' }],
  })
  return sumOf(
    usage_buckets.map((bucket) => ({
      prompt: Number(bucket.sum_input_tokens),
      cost: Number(bucket.sum_total_cost),
    })),
  )
}

/** The rows of the table that count. */
async function totalsOfTable(from: Service, project_id: string): Promise<Totals> {
  const calls = await callsOf(from, project_id, { include_costs: true })
  return sumOf(
    calls.flatMap(({ summary }) => {
      const weave: unknown = summary?.weave
      const { usage_standing, costs = {} } = JSON.parse(JSON.stringify(weave))
      const models: ModelCosts[] = usage_standing === 'counted' ? Object.values(costs) : []
      return models.map((model) => ({ prompt: model.prompt_tokens, cost: costOf(model) }))
    }),
  )
}

async function totalsOfUsage(from: Service, project_id: string, id: string): Promise<Totals> {
  const { call_usage } = await from.call(readTraceUsage, { project_id, include_costs: true })
  const models = Object.values(call_usage[id] ?? {})
  return sumOf(models.map((model) => ({ prompt: model.prompt_tokens, cost: costOf(model) })))
}
