import { closeCalls } from '@heddle/contract/calls'
import { batchesOf } from '../../batches.ts'
import type { CallEnd, StoredCall } from '../../domain/calls/call.ts'
import { isExpired } from '../../domain/projects/retention.ts'
import { EMPTY_OBJECT } from '../../json/text.ts'
import { apply, column, unset } from '../../query/build.ts'
import type { CallStore } from '../../storage/port/calls.ts'
import type { Micros } from '../../time.ts'
import { inProject, operation } from '../operation.ts'
import { CALLS_PER_READ } from './stored-calls.ts'

export const callCloseOperations = [
  operation(closeCalls, inProject('write'), async ({ project_id, call_ids }, { storage }) => ({
    num_closed: await endOpenCalls(storage.calls, project_id, [...new Set(call_ids)]),
  })),
]

/** Ids of calls that started before an instant and have no end, the oldest first. */
export function findOpenCalls(calls: CallStore, project_id: string, before: Micros): Promise<string[]> {
  const condition = apply('and', unset(column('ended_at', 'instant')), isExpired(before))
  return calls.find({ project_id, filter: {}, sort: [], condition })
}

/**
 * Ends calls that have no end, as failed. They end when they started: nobody knows when they did, and any later time would distort
 * latencies. An end that still arrives, even meanwhile, takes precedence. Returns how many were open.
 */
export async function endOpenCalls(
  calls: CallStore,
  projectId: string,
  ids: readonly string[],
): Promise<number> {
  let closed = 0
  for (const some of batchesOf(ids, CALLS_PER_READ)) {
    const open = (await calls.read(projectId, some, [])).filter(({ ended_at }) => ended_at === null)
    await calls.close(open.map(endOf))
    closed += open.length
  }
  return closed
}

const endOf = ({ project_id, id, started_at }: StoredCall): CallEnd => ({
  project_id,
  id,
  ended_at: started_at,
  exception: 'The call never ended, and was closed by an operator',
  output: null,
  summary: EMPTY_OBJECT,
  output_refs: [],
  wb_run_step_end: null,
  usage: [],
  descendant_failed: false,
  output_preview: null,
})
