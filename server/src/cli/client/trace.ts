import { streamCalls } from '@heddle/contract/calls-query'
import type { TraceTree } from '@heddle/contract/compare/tree'
import { figuresText, type OutlineLine, outlineOf, readTrace, traceTitle } from '../../reports/outline.ts'
import type { Invocation } from '../command.ts'
import { plain } from '../plain-text.ts'
import { projectOf, withConnection } from './connection.ts'
import { type Column, formatOf, painter, printRows, statusColor } from './print.ts'

/** Shows a trace as an outline, or prints all its calls with their payloads. */
export const showTrace = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const project_id = await projectOf(invocation, connection)
    const tree = await readTrace(connection.client, project_id, invocation.word('ID'))
    const format = formatOf(invocation)
    if (format === 'table') return printOutline(invocation, tree)
    if (format === 'csv') return printRows(invocation, { columns: COLUMNS, rows: outlineOf(tree) })
    const filter = { trace_ids: [tree.skeleton.trace_id] }
    const rows = await connection.client.call(streamCalls, { project_id, filter, include_costs: true })
    await printRows(invocation, { columns: [], rows })
  })

function printOutline({ context }: Invocation, tree: TraceTree): void {
  const paint = painter(context)
  context.print(paint('bold', traceTitle(tree)))
  for (const line of outlineOf(tree)) {
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
