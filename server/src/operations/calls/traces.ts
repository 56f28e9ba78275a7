import type { StoredCall, WideColumn } from '../../domain/calls/call.ts'
import { ServiceError } from '../../errors.ts'
import type { CallStore } from '../../storage/port/calls.ts'
import type { Context } from '../operation.ts'

/** Rows per read: few enough to stream, enough to keep the number of reads low. */
export const PAGE_SIZE = 500

/**
 * Returns these calls and all other visible calls of their traces, without duplicates and without wide columns. Throws `too_large`
 * if there are more than `atMost`.
 */
export async function callsOfTraces(
  calls: CallStore,
  projectId: string,
  members: readonly StoredCall[],
  atMost = Number.POSITIVE_INFINITY,
): Promise<StoredCall[]> {
  const trace_ids = [...new Set(members.map(({ trace_id }) => trace_id))]
  if (trace_ids.length === 0) return []
  const limit = atMost === Number.POSITIVE_INFINITY ? {} : { limit: atMost + 1 }
  const ids = await calls.find({ project_id: projectId, filter: { trace_ids }, sort: [], ...limit })
  if (ids.length > atMost) {
    throw new ServiceError(
      'too_large',
      `The traces of these calls have over ${atMost} calls: name fewer calls`,
    )
  }
  const found = await readInBatches(calls, projectId, ids)
  // A member may meanwhile have been restarted in another trace.
  return [...new Map([...members, ...found].map((call) => [call.id, call])).values()]
}

/** Reads calls without their wide columns. */
export async function readInBatches(
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

/** Reads calls with wide columns, which count as part of the reply. */
export function gatherCalls(
  { storage: { calls }, reply }: Context,
  projectId: string,
  ids: readonly string[],
  columns: readonly WideColumn[],
): Promise<StoredCall[]> {
  if (columns.length === 0) return readInBatches(calls, projectId, ids)
  return reply.gather({
    keys: [ids],
    read: (page, bytesMax) => calls.readPage(projectId, page, columns, { bytesMax }),
    keyOf: ({ id }) => id,
  })
}
