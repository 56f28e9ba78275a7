import type { StoredCall } from '../../domain/calls/call.ts'
import { ServiceError } from '../../errors.ts'
import type { CallStore } from '../../storage/port/calls.ts'
import { eachInSteps, inTurns } from '../../turns.ts'
import { readNarrowCalls } from './stored-calls.ts'

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
  const found = await readNarrowCalls(calls, projectId, ids)
  // A member may meanwhile have been restarted in another trace.
  const all = new Map(members.map((call) => [call.id, call]))
  await inTurns(eachInSteps(found, (call) => all.set(call.id, call)))
  return [...all.values()]
}
