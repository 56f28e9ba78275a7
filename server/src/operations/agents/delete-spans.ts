import { deleteAgentSpans } from '@heddle/contract/agents'
import { columnIn } from '../../domain/agents/span-condition.ts'
import { ServiceError } from '../../errors.ts'
import { inProject, operation } from '../operation.ts'

const IDS_MAX = 1000

/** Few enough that other writes do not wait long behind them. */
const BATCH_SIZE = 500

export const agentSpansDelete = operation(deleteAgentSpans, inProject('write'), async (request, context) => {
  const { project_id, trace_ids, conversation_ids, span_ids } = request
  if (!(trace_ids || conversation_ids || span_ids)) {
    throw new ServiceError('invalid_request', 'One of trace_ids, conversation_ids and span_ids is required')
  }
  const lists = { trace_id: trace_ids, conversation_id: conversation_ids, span_id: span_ids }
  const count = Object.values(lists).reduce((sum, ids = []) => sum + ids.length, 0)
  if (count > IDS_MAX) {
    throw new ServiceError(
      'too_large',
      `trace_ids, conversation_ids and span_ids have ${count} ids, over the ${IDS_MAX} allowed`,
    )
  }
  let num_deleted = 0
  for (const [column, ids = []] of Object.entries(lists)) {
    if (ids.length === 0) continue
    const selection = { project_id, condition: columnIn(column, ids) }
    let removed: number
    do {
      removed = await context.storage.agentSpans.remove(selection, BATCH_SIZE)
      num_deleted += removed
    } while (removed > 0)
  }
  return { num_deleted }
})
