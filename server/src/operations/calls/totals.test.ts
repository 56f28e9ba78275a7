import { readCallStats, readCallUsage, readTraceUsage, type Usage } from '@heddle/contract/calls-stats'
import { createCosts } from '@heddle/contract/costs'
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
  /** In thousandths of a dollar; 0 for none. */
  readonly cost: number
  readonly hasCachedCounts: boolean
  /** The model that answers has a price from noon on, one that only its request has, or none at all. */
  readonly model: 'priced-at-noon' | 'snapshot' | 'unknown'
  readonly hour: number
}

const node = fc.record({
  above: fc.nat({ max: 7 }),
  isSpan: fc.boolean(),
  isRequest: fc.boolean(),
  tokens: fc.constantFrom(0, 100, 250),
  response: fc.constantFrom('', 'r', 's'),
  cost: fc.constantFrom(0, 0, 3, 7),
  hasCachedCounts: fc.boolean(),
  model: fc.constantFrom('priced-at-noon', 'snapshot', 'unknown'),
  hour: fc.constantFrom(10, 13, 23),
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

test('table, trace, thread, user, statistics and usage agree on tokens and costs, in whatever order calls arrive', async () => {
  await fc.assert(
    fc.asyncProperty(traces, async ([nodes, arrival]) => {
      const project_id = newProject()
      await setPrices(service, project_id)
      for (const at of arrival) await send(service, project_id, nodes, at)

      const trace = await totalsOfTrace(service, project_id)

      expect(await totalsOfStats(service, project_id)).toEqual(trace)
      expect(await totalsOfUser(service, project_id)).toEqual(trace)
      expect(await totalsOfThread(service, project_id)).toEqual(trace)
      expect(await totalsOfTable(service, project_id)).toEqual(trace)
      if (nodes.every(({ isSpan }) => isSpan)) {
        expect(await totalsOfUsage(service, project_id, idOf(0))).toEqual(trace)
      }
    }),
    { numRuns: 25 },
  )
})

async function setPrices(to: Service, project_id: string): Promise<void> {
  const price = (prompt_token_cost: number, effective_date: string) => ({
    prompt_token_cost,
    completion_token_cost: 2 * prompt_token_cost,
    cache_read_input_token_cost: prompt_token_cost / 10,
    effective_date,
  })
  const costs = { 'priced-at-noon': price(1e-5, '2025-03-01T00:00:00Z'), alias: price(3e-5, '2025-01-01') }
  await to.call(createCosts, { project_id, costs })
  await to.call(createCosts, {
    project_id,
    costs: { 'priced-at-noon': price(2e-5, '2025-03-01T12:00:00Z') },
  })
}

const idOf = (at: number): string => String(at + 1).padStart(16, '0')

async function send(to: Service, project_id: string, nodes: readonly Node[], at: number): Promise<void> {
  const node = nodes[at] ?? expect.fail('no such node')
  await (node.isSpan ? sendSpan(to, project_id, node, at) : sendSdkCall(to, project_id, nodes, at))
}

/** The root has the thread and the user, as SDKs and many instrumentations send them. */
async function sendSpan(to: Service, project_id: string, node: Node, at: number): Promise<void> {
  const attributes = {
    'gen_ai.operation.name': node.isRequest ? 'chat' : 'invoke_agent',
    'gen_ai.response.model': node.model,
    'gen_ai.request.model': node.model === 'snapshot' ? 'alias' : node.model,
    ...(node.tokens > 0 && {
      'gen_ai.usage.input_tokens': node.tokens,
      'gen_ai.usage.output_tokens': 1,
      ...(node.hasCachedCounts && { 'gen_ai.usage.cache_read.input_tokens': 50 }),
    }),
    ...(node.cost > 0 && { 'gen_ai.usage.cost': node.cost / 1000 }),
    ...(node.response && { 'gen_ai.response.id': node.response }),
    ...(node.above < 0 && { 'session.id': 'thread', 'user.id': 'ada' }),
  }
  const startNs = BigInt(Date.parse(hourOf(node))) * 1_000_000n
  const span = exportedSpan(attributes, {
    spanId: idOf(at),
    parentSpanId: node.above < 0 ? '' : idOf(node.above),
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + 1_000_000n),
  })
  await to.post('/otel/v1/traces', exportOf([span], inProject(project_id)))
}

async function sendSdkCall(
  to: Service,
  project_id: string,
  nodes: readonly Node[],
  at: number,
): Promise<void> {
  const node = nodes[at] ?? expect.fail('no such node')
  const tokens = addedUp(nodes, at)
  const usage = { prompt_tokens: tokens, completion_tokens: tokens === 0 ? 0 : 1 }
  const isRoot = node.above < 0
  const summary = {
    ...(tokens > 0 && { usage: { [nodes[0]?.model ?? '']: usage } }),
    ...(isRoot && node.cost > 0 && { weave: { reported_cost: node.cost / 1000 } }),
  }
  await recordFinished(to, {
    ...finished(project_id, idOf(at), { summary, started_at: hourOf(node) }),
    trace_id: TRACE_ID,
    ...(isRoot
      ? { thread_id: 'thread', turn_id: idOf(at), attributes: { user_id: 'ada' } }
      : { parent_id: idOf(node.above) }),
  })
}

/** Roots start before the calls below them. */
const hourOf = ({ above, hour }: Node): string => `2025-03-01T${above < 0 ? '09' : hour}:00:00Z`

/** SDKs add what is below a call to its own usage. */
function addedUp(nodes: readonly Node[], at: number): number {
  const below = nodes.flatMap(({ above, isSpan }, child) =>
    above === at && !isSpan ? addedUp(nodes, child) : [],
  )
  return below.reduce((sum, tokens) => sum + tokens, nodes[at]?.tokens ?? 0)
}

interface Totals {
  readonly tokens: number
  readonly cost: number
  readonly reported: number
}

const figures = (tokens: unknown, cost: unknown, reported: unknown): Totals => ({
  tokens: Number(tokens ?? 0),
  cost: Number(cost ?? 0),
  reported: Number(reported ?? 0),
})

function sumOf(values: readonly Totals[]): Totals {
  const sum = (read: (totals: Totals) => number) => values.reduce((total, each) => total + read(each), 0)
  const exact = (dollars: number) => Number(dollars.toFixed(9))
  return {
    tokens: sum(({ tokens }) => tokens),
    cost: exact(sum(({ cost }) => cost)),
    reported: exact(sum(({ reported }) => reported)),
  }
}

const sumOfModels = (usage: Readonly<Record<string, Usage>>): Totals =>
  sumOf(Object.values(usage).map((each) => figures(each.total_tokens, each.total_cost, each.reported_cost)))

async function totalsOfTrace(from: Service, project_id: string): Promise<Totals> {
  const { usage } = await from.call(readTraceSkeleton, { project_id, trace_id: TRACE_ID })
  return sumOfModels(usage)
}

async function statsOf(from: Service, project_id: string, more: { readonly group_by?: 'end_user' } = {}) {
  return from.call(readCallStats, {
    project_id,
    start: '2025-03-01T00:00:00Z',
    end: '2025-03-02T00:00:00Z',
    filter: { trace_roots_only: true },
    usage_metrics: [
      { metric: 'input_tokens' },
      { metric: 'output_tokens' },
      { metric: 'total_cost' },
      { metric: 'reported_cost' },
    ],
    call_metrics: [{ metric: 'call_count' }],
    ...more,
  })
}

const sumOfBuckets = (buckets: readonly Readonly<Record<string, unknown>>[]): Totals =>
  sumOf(
    buckets.map((bucket) =>
      figures(
        Number(bucket.sum_input_tokens) + Number(bucket.sum_output_tokens),
        bucket.sum_total_cost,
        bucket.sum_reported_cost,
      ),
    ),
  )

async function totalsOfStats(from: Service, project_id: string): Promise<Totals> {
  return sumOfBuckets((await statsOf(from, project_id)).usage_buckets)
}

async function totalsOfUser(from: Service, project_id: string): Promise<Totals> {
  const { usage_buckets } = await statsOf(from, project_id, { group_by: 'end_user' })
  return sumOfBuckets(usage_buckets.filter(({ group }) => group === 'ada'))
}

/** As the threads page adds them up: each turn with all that counts below it. */
async function totalsOfThread(from: Service, project_id: string): Promise<Totals> {
  const turns = await callsOf(from, project_id, { filter: { thread_ids: ['thread'] } })
  const call_ids = turns.filter(({ id, turn_id }) => id === turn_id).map(({ id }) => id)
  const { counted } = await from.call(readCallUsage, { project_id, call_ids, include_costs: true })
  return sumOf(Object.values(counted).map((each) => figures(each.tokens, each.cost, each.reported_cost)))
}

/** The rows of the table that count. */
async function totalsOfTable(from: Service, project_id: string): Promise<Totals> {
  const calls = await callsOf(from, project_id, { include_costs: true })
  return sumOf(
    calls.flatMap(({ summary }) => {
      const { usage = {}, weave } = JSON.parse(JSON.stringify(summary))
      if (weave.usage_standing !== 'counted') return []
      const counters: Readonly<Record<string, number>>[] = Object.values(usage)
      const tokens = counters.map(
        (each) =>
          (each.prompt_tokens ?? each.input_tokens ?? 0) +
          (each.completion_tokens ?? each.output_tokens ?? 0),
      )
      return [
        figures(
          tokens.reduce((a, b) => a + b, 0),
          weave.total_cost,
          weave.reported_cost,
        ),
      ]
    }),
  )
}

async function totalsOfUsage(from: Service, project_id: string, id: string): Promise<Totals> {
  const { call_usage } = await from.call(readTraceUsage, { project_id, include_costs: true })
  return sumOfModels(call_usage[id] ?? {})
}
