import type { Client } from '@heddle/contract/client'
import {
  type AlignedCall,
  alignTrees,
  type ComparedTraces,
  callDurationMs,
  countStates,
  type DiffState,
  diffState,
  traceDurationMs,
} from '@heddle/contract/compare/align'
import { type TraceTree, traceFigures } from '@heddle/contract/compare/tree'
import { type CallMessages, readCallMessages } from '@heddle/contract/messages'
import { batchesOf } from '../batches.ts'
import { inTurns } from '../turns.ts'
import { type Change, type Diff, type Metric, percentile } from './diff.ts'
import { traceTitle } from './outline.ts'
import { countText, durationText } from './values.ts'

/** In longer traces, calls are compared by their skeletons only, as in the UI. */
const COMPARED_CALLS_MAX = 500

/** Maximum number of calls per request. */
const IDS_MAX = 100

export async function diffTraces(
  client: Client,
  projectId: string,
  left: TraceTree,
  right: TraceTree,
): Promise<Diff> {
  const ids = [...left.skeleton.calls.id, ...right.skeleton.calls.id]
  const messages = ids.length > COMPARED_CALLS_MAX ? undefined : await readTexts(client, projectId, ids)
  const traces = { left, right, messages }
  const states: DiffState[] = []
  const changes: Change[] = []
  await inTurns(alignTrees(left, right), (pair) => {
    const state = diffState(pair, traces)
    states.push(state)
    if (state !== 'same') changes.push({ state, depth: pair.depth, ...describe(pair, traces) })
  })
  return {
    kind: 'traces',
    before: traceTitle(left),
    after: traceTitle(right),
    metrics: metricsOf(left, right),
    counts: countStates(states),
    changes,
  }
}

/** What was said in each call, as a text that is equal if nothing changed. */
async function readTexts(client: Client, project_id: string, ids: readonly string[]) {
  const texts = new Map<string, string>()
  for (const some of batchesOf(ids, IDS_MAX)) {
    const { calls } = await client.call(readCallMessages, { project_id, ids: some })
    for (const call of calls) texts.set(call.id, comparable(call))
  }
  return texts
}

/** Ids of tool calls are new in every run. */
const comparable = ({ input, output, tools, settings, documents }: CallMessages): string =>
  JSON.stringify([
    [...input, ...output].map(({ role, parts }) => [
      role,
      parts.map((part) => (part.type.includes('tool_call') ? { ...part, id: undefined } : part)),
    ]),
    tools,
    settings,
    documents,
  ])

function metricsOf(left: TraceTree, right: TraceTree): Metric[] {
  const metric = (name: string, unit: Metric['unit'], read: (tree: TraceTree) => number | null): Metric => ({
    name,
    unit,
    before: read(left),
    after: read(right),
  })
  const latencies = ({ skeleton }: TraceTree) =>
    skeleton.calls.duration_us.filter((us) => us !== null).map((us) => us / 1000)
  return [
    metric('latency', 'ms', (tree) => traceDurationMs(tree) ?? null),
    metric('latency.p50', 'ms', (tree) => percentile(latencies(tree), 0.5)),
    metric('latency.p95', 'ms', (tree) => percentile(latencies(tree), 0.95)),
    metric('tokens', 'count', ({ skeleton }) => traceFigures(skeleton.usage).tokens),
    metric('cost', 'usd', ({ skeleton }) => traceFigures(skeleton.usage).cost),
    metric('calls', 'count', ({ count }) => count),
    metric(
      'errors',
      'count',
      ({ skeleton }) => skeleton.calls.status.filter((each) => each === 'error').length,
    ),
  ]
}

function describe({ left: l, right: r }: AlignedCall, { left, right, messages }: ComparedTraces) {
  const name = (l === undefined ? undefined : left.names[l]) ?? right.names[r ?? -1] ?? ''
  if (l === undefined) return { name, details: figures(right, r ?? -1) }
  if (r === undefined) return { name, details: figures(left, l) }
  const [from, to] = [left.skeleton.calls, right.skeleton.calls]
  const details = [
    arrow(from.status[l], to.status[r]),
    arrow(modelOf(left, l), modelOf(right, r)),
    arrow(countText(from.tokens[l]), countText(to.tokens[r]), ' tokens'),
    messages && messages.get(from.id[l] ?? '') !== messages.get(to.id[r] ?? '') ? 'messages differ' : '',
  ]
  return { name, details: details.filter((text) => text !== '').join(', ') }
}

const modelOf = ({ skeleton }: TraceTree, index: number): string =>
  skeleton.models[skeleton.calls.model[index] ?? -1] ?? ''

const arrow = (from: string | undefined, to: string | undefined, unit = ''): string =>
  from === to ? '' : `${from || 'none'} → ${to || 'none'}${unit}`

const figures = (tree: TraceTree, index: number): string =>
  [durationText(callDurationMs(tree, index)), modelOf(tree, index)].filter((text) => text !== '').join(', ')
