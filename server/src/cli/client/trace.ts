import { streamCalls } from '@heddle/contract/calls-query'
import { readTraceSkeleton, type TraceSkeleton } from '@heddle/contract/skeleton'
import { UsageError } from '../../usage-error.ts'
import type { Invocation } from '../command.ts'
import { type Connection, projectOf, withConnection } from './connection.ts'
import { figuresText, type OutlineLine, outlineOf, traceTitle } from './outline.ts'
import { type Column, formatOf, painter, plain, printRows } from './print.ts'
import { statusColor } from './values.ts'

/** Shows a trace as an outline, or prints all its calls with their payloads. */
export const showTrace = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const project_id = await projectOf(invocation, connection)
    const skeleton = await readTrace(connection, project_id, invocation.word('ID'))
    const format = formatOf(invocation)
    if (format === 'table') return printOutline(invocation, skeleton)
    if (format === 'csv') return printRows(invocation, { columns: COLUMNS, rows: outlineOf(skeleton) })
    const filter = { trace_ids: [skeleton.trace_id] }
    const rows = await connection.client.call(streamCalls, { project_id, filter, include_costs: true })
    await printRows(invocation, { columns: [], rows })
  })

/** A trace by its id or that of one of its calls. Throws if there is none. */
export async function readTrace(
  { client }: Pick<Connection, 'client'>,
  project_id: string,
  id: string,
): Promise<TraceSkeleton> {
  const skeleton = await client.call(readTraceSkeleton, { project_id, trace_id: id })
  if (skeleton.calls.id.length > 0) return skeleton
  const byCall = await client.call(readTraceSkeleton, { project_id, call_id: id })
  if (byCall.calls.id.length > 0) return byCall
  throw new UsageError(`There is no trace and no call ${id} in ${project_id}`)
}

function printOutline({ context }: Invocation, skeleton: TraceSkeleton): void {
  const paint = painter(context)
  context.print(paint('bold', traceTitle(skeleton)))
  for (const line of outlineOf(skeleton)) {
    const { depth, name, status, id } = line
    const figures = paint(statusColor(status), figuresText(line))
    context.print(`${'  '.repeat(depth + 1)}${plain(name)}  ${figures}  ${paint('dim', plain(id))}`)
  }
}

const COLUMNS: readonly Column<OutlineLine>[] = (
  ['id', 'depth', 'name', 'kind', 'status', 'model', 'durationMs', 'tokens', 'cost'] as const
).map((key) => ({
  title: key === 'durationMs' ? 'LATENCY MS' : key.toUpperCase(),
  value: (line) => line[key],
}))
