import { setTimeout as wait } from 'node:timers/promises'
import { callName } from '@heddle/contract/call/name'
import type { CallRecord } from '@heddle/contract/calls'
import { ApiError } from '@heddle/contract/client'
import type { CallSearch } from '@heddle/contract/filter/compile'
import { type LiveEvent, watchCalls } from '@heddle/contract/live'
import { latencyOf, previewOf, statusOf } from '../../reports/calls.ts'
import { durationText, timeText } from '../../reports/values.ts'
import type { Invocation } from '../command.ts'
import { plain } from '../plain-text.ts'
import { type Connection, jsonOf, projectOf, withConnection } from './connection.ts'
import { formatOf, limitOf, painter, statusColor } from './print.ts'
import { searchOf } from './search.ts'

/** Prints calls as they end, until it is stopped. */
export const tailCalls = (invocation: Invocation) =>
  withConnection(invocation, async (connection) => {
    const project_id = await projectOf(invocation, connection)
    const search = await searchOf(invocation, connection, project_id)
    const stop = new AbortController()
    void invocation.context.untilStopped().then(() => stop.abort())
    const limit = invocation.text('limit') ? limitOf(invocation) : undefined
    let count = 0
    for await (const event of eventsOf(invocation, connection, { project_id, ...search }, stop.signal)) {
      if (event.kind !== 'ended' && !(event.kind === 'running' && invocation.has('running'))) continue
      invocation.context.print(lineOf(invocation, event.call))
      if (invocation.context.isOutputClosed() || ++count === limit) return
    }
  })

const RECONNECT_MS = 1_000

/** Events from now on. Reconnects at the last cursor if the connection is lost, for example when the server restarts. */
async function* eventsOf(
  { context }: Invocation,
  { client }: Connection,
  search: CallSearch & { project_id: string },
  signal: AbortSignal,
): AsyncGenerator<LiveEvent> {
  let cursor: string | undefined
  while (!signal.aborted) {
    try {
      const fields = { include_costs: true, payload_max: 2_000, ...(cursor && { cursor }) }
      for await (const event of await client.call(watchCalls, { ...search, ...fields }, { signal })) {
        cursor = event.cursor
        if (event.kind === 'missed') context.note('Some calls were missed while the connection was lost')
        yield event
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError || cursor === undefined) throw error
      context.note('The connection was lost: reconnecting')
    }
    await wait(RECONNECT_MS, undefined, { signal }).catch(() => {})
  }
}

function lineOf(invocation: Invocation, call: CallRecord): string {
  if (formatOf(invocation) !== 'table') return jsonOf(call)
  const paint = painter(invocation.context)
  const status = statusOf(call)
  return [
    timeText(call.started_at),
    paint(statusColor(status), status.padEnd(7)),
    durationText(latencyOf(call)).padStart(7),
    paint('dim', plain(call.trace_id)),
    plain(callName(call)),
    paint('dim', plain(previewOf(call)).slice(0, 120)),
  ].join('  ')
}
