import { createHash } from 'node:crypto'
import { isExpired } from '../../domain/projects/retention.ts'
import { ServiceError } from '../../errors.ts'
import type { Micros } from '../../time.ts'
import type { Context } from '../operation.ts'
import { removeAll } from '../remove-all.ts'

/** What was deleted, for the records of whoever asked for it. */
export interface DeletionReceipt {
  readonly project_id: string
  readonly before: Micros
  readonly deleted_at: Micros
  readonly calls: number
  readonly agent_spans: number
  /** SHA-256 of the ids of the calls, sorted, each followed by a line feed. */
  readonly call_ids_sha256: string
}

type Storage = Pick<Context['storage'], 'calls' | 'agentSpans'>

/** Number of calls and agent spans that started before an instant. */
export async function countBefore(
  { calls, agentSpans }: Storage,
  project_id: string,
  before: Micros,
): Promise<{ readonly calls: number; readonly agent_spans: number }> {
  const condition = isExpired(before)
  return {
    calls: await calls.count({ project_id, filter: {}, sort: [], condition }),
    agent_spans: await agentSpans.count({ project_id, sort: [], condition }),
  }
}

/**
 * Deletes the calls and agent spans of a project that started before an instant, and checks that none is left. What arrives meanwhile is
 * deleted too; throws `conflict` if it does not stop arriving.
 */
export async function deleteBefore(
  storage: Storage,
  project_id: string,
  before: Micros,
  now: () => Micros,
  onProgress: (deleted: number) => void = () => {},
): Promise<DeletionReceipt> {
  const { calls, agentSpans } = storage
  const deleted_at = now()
  const ids: string[] = []
  let agent_spans = 0
  const removeCalls = async (limit: number) => {
    const removed = await calls.removeBefore(project_id, before, limit, deleted_at)
    ids.push(...removed)
    return removed.length
  }
  const removeSpans = async (limit: number) => {
    const removed = await agentSpans.remove({ project_id, condition: isExpired(before) }, limit)
    agent_spans += removed
    return removed
  }
  const showProgress = () => onProgress(ids.length + agent_spans)
  for (let rounds = 0; ; rounds++) {
    await removeAll(removeCalls, showProgress)
    await removeAll(removeSpans, showProgress)
    const left = await countBefore(storage, project_id, before)
    if (left.calls + left.agent_spans === 0) break
    if (rounds === ROUNDS_MAX)
      throw new ServiceError(
        'conflict',
        `${left.calls} calls and ${left.agent_spans} agent spans that started before it keep arriving: delete again`,
      )
  }
  const hash = createHash('sha256')
  for (const id of ids.toSorted()) hash.update(`${id}\n`)
  return {
    project_id,
    before,
    deleted_at,
    calls: ids.length,
    agent_spans,
    call_ids_sha256: hash.digest('hex'),
  }
}

const ROUNDS_MAX = 10
