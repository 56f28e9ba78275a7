import type { Client } from '@heddle/contract/client'
import { durationUs, type TraceTree, traceFigures, traceTree } from '@heddle/contract/compare/tree'
import { readTraceSkeleton } from '@heddle/contract/skeleton'
import { ServiceError } from '../errors.ts'
import { countText, durationText, moneyText } from './values.ts'

/** One call of a trace, as a line of its outline. */
export interface OutlineLine {
  readonly id: string
  readonly depth: number
  readonly name: string
  readonly status: string
  readonly kind: string
  readonly model: string
  readonly durationMs: number | null
  readonly tokens: number | null
  readonly cost: number | null
}

/** A trace by its id or that of one of its calls. Throws `not_found` if there is none. */
export async function readTrace(client: Client, project_id: string, id: string): Promise<TraceTree> {
  const skeleton = await client.call(readTraceSkeleton, { project_id, trace_id: id })
  if (skeleton.calls.id.length > 0) return traceTree(skeleton)
  const byCall = await client.call(readTraceSkeleton, { project_id, call_id: id })
  if (byCall.calls.id.length > 0) return traceTree(byCall)
  throw new ServiceError('not_found', `There is no trace and no call ${id} in ${project_id}`)
}

/** The calls of a trace, depth first. */
export const outlineOf = (tree: TraceTree): OutlineLine[] =>
  Array.from(tree.order, (_, position) => outlineLine(tree, position))

/** The line at a position, counted depth first. */
export function outlineLine(tree: TraceTree, position: number): OutlineLine {
  const index = tree.order[position] ?? -1
  const { calls, models } = tree.skeleton
  return {
    id: calls.id[index] ?? '',
    depth: tree.depth[index] ?? 0,
    name: tree.names[index] ?? '',
    status: calls.status[index] ?? 'running',
    kind: calls.kind[index] ?? 'call',
    model: models[calls.model[index] ?? -1] ?? '',
    durationMs: calls.duration_us[index] === null ? null : durationUs(tree, index) / 1000,
    tokens: calls.tokens[index] ?? null,
    cost: calls.cost[index] ?? null,
  }
}

/** `answer  error  1.20s  340 tokens  $0.012`, with what is known. */
export const figuresText = ({ status, durationMs, tokens, cost, model }: Omit<OutlineLine, 'id'>): string =>
  [
    status === 'success' ? '' : status,
    durationText(durationMs),
    model,
    tokens === null ? '' : `${countText(tokens)} tokens`,
    moneyText(cost),
  ]
    .filter((text) => text !== '')
    .join('  ')

/** The first line of an outline: the whole trace. */
export function traceTitle({ skeleton, durationUs: microseconds }: TraceTree): string {
  const { tokens, cost } = traceFigures(skeleton.usage)
  const { status, id } = skeleton.calls
  const errors = status.filter((each) => each === 'error').length
  return [
    `trace ${skeleton.trace_id}`,
    `${countText(id.length)} calls${skeleton.has_more ? ' and more' : ''}`,
    durationText(microseconds / 1000),
    errors > 0 ? `${errors} errors` : '',
    tokens === null ? '' : `${countText(tokens)} tokens`,
    moneyText(cost),
  ]
    .filter((text) => text !== '')
    .join('  ')
}
