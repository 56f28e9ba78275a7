import type { StoredCall, WideColumn } from '../../domain/calls/call.ts'
import type { CallStore } from '../../storage/port/calls.ts'
import type { Context } from '../operation.ts'

/** Rows read in one portion: small enough to stream, large enough not to chatter. */
export const PAGE_SIZE = 500

/** These calls, and every other visible call of their traces, each once and with narrow columns only. */
export async function callsOfTraces(
  calls: CallStore,
  projectId: string,
  members: readonly StoredCall[],
): Promise<StoredCall[]> {
  const trace_ids = [...new Set(members.map(({ trace_id }) => trace_id))]
  if (trace_ids.length === 0) return []
  const ids = await calls.find({ project_id: projectId, filter: { trace_ids }, sort: [] })
  const found = await readInPortions(calls, projectId, ids)
  // A member that has meanwhile started anew, in another trace, is not found in the old one.
  return [...new Map([...members, ...found].map((call) => [call.id, call])).values()]
}

/** The calls of these ids with narrow columns only. */
export async function readInPortions(
  calls: CallStore,
  projectId: string,
  ids: readonly string[],
): Promise<StoredCall[]> {
  const rows: StoredCall[] = []
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    rows.push(...(await calls.read(projectId, ids.slice(at, at + PAGE_SIZE), [])))
  }
  return rows
}

/** The calls of these ids, all of them at once. What they have in wide columns counts as part of the reply. */
export function gatherCalls(
  { storage: { calls }, reply }: Context,
  projectId: string,
  ids: readonly string[],
  columns: readonly WideColumn[],
): Promise<StoredCall[]> {
  if (columns.length === 0) return readInPortions(calls, projectId, ids)
  return reply.gather({
    keys: [ids],
    read: (page, bytesMax) => calls.readPage(projectId, page, columns, { bytesMax }),
    keyOf: ({ id }) => id,
  })
}
