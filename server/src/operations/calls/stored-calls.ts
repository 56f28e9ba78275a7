import { batchesOf } from '../../batches.ts'
import type { StoredCall, WideColumn } from '../../domain/calls/call.ts'
import { groupBy } from '../../domain/measures/group-by.ts'
import type { CallStore } from '../../storage/port/calls.ts'
import type { Context } from '../operation.ts'

/** Few enough to stream, enough to keep the number of reads low. */
export const CALLS_PER_READ = 500

/** Reads calls without their wide columns. */
export async function readNarrowCalls(
  calls: CallStore,
  projectId: string,
  ids: readonly string[],
): Promise<StoredCall[]> {
  const rows: StoredCall[] = []
  for (const some of batchesOf(ids, CALLS_PER_READ)) rows.push(...(await calls.read(projectId, some, [])))
  return rows
}

/** Reads calls with wide columns, which count as part of the reply. */
export function gatherWideCalls(
  { storage: { calls }, reply }: Context,
  projectId: string,
  ids: readonly string[],
  columns: readonly WideColumn[],
): Promise<StoredCall[]> {
  if (columns.length === 0) return readNarrowCalls(calls, projectId, ids)
  return reply.gather({
    keys: [ids],
    read: (page, bytesMax) => calls.readPage(projectId, page, columns, { bytesMax }),
    keyOf: ({ id }) => id,
  })
}

/** The distinct models of each call that has any, by its id. */
export async function modelsOfCalls(
  calls: CallStore,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const byCall = groupBy(await calls.usage(projectId, ids), ({ id }) => id)
  return new Map([...byCall].map(([id, usage]) => [id, [...new Set(usage.map(({ model }) => model))]]))
}
